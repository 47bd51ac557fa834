/**
 * The texts that differ from an ASCII text in one bit.
 *
 * @param bitsPerByte - how many bits of each byte are flipped. Of a few, each byte has others than the byte before
 */
export function flippedBits(text: string, bitsPerByte = 8): string[] {
  const bytes = Buffer.from(text, "latin1");
  return [...bytes].flatMap((byte, at) =>
    Array.from({ length: bitsPerByte }, (_, bit) => {
      const changed = Buffer.from(bytes);
      changed[at] = byte ^ (1 << ((at + bit) % 8));
      return changed.toString("latin1");
    }),
  );
}
