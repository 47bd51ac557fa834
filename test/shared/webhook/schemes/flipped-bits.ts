/** Every text that differs from an ASCII text in one bit. */
export function flippedBits(text: string): string[] {
  const bytes = Buffer.from(text, "latin1");
  return [...bytes].flatMap((byte, at) =>
    [0, 1, 2, 3, 4, 5, 6, 7].map((bit) => {
      const changed = Buffer.from(bytes);
      changed[at] = byte ^ (1 << bit);
      return changed.toString("latin1");
    }),
  );
}
