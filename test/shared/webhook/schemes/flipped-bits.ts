/**
 * The texts that differ from an ASCII text in one bit.
 *
 * @param bitsPerByte - how many texts each byte gives, each with one of its bits flipped. The first bit is another one
 *   for each byte, so that a few texts for each byte flip all kinds of bits
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
