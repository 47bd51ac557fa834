/** Chance that follows from a seed: the same seed gives the same draws, on every machine. */
export type Chance = {
  /** Uniform in [0, 1). */
  next: () => number;
  bytes: (count: number) => Uint8Array;
  /** An integer from the lowest to the highest, both included. */
  between: (lowest: number, highest: number) => number;
  /** @param share - 0 is never, 1 is always */
  happens: (share: number) => boolean;
  oneOf: <T>(options: readonly T[]) => T;
  /** Mostly short times, and a few long ones; a multiple of 1 ms. */
  delayMs: (meanMs: number) => number;
  /** Draws of a part of its own: one draw more in one part changes no other part. */
  fork: (part: string) => Chance;
};

/** @param seed - any text; another text gives other draws */
export function createChance(seed: string): Chance {
  const state = hash(seed);
  /** The generator sfc32: 32 bits a draw. */
  function bits(): number {
    const [a, b, c, count] = state as [number, number, number, number];
    const sum = (((a + b) | 0) + count) | 0;
    state[3] = (count + 1) | 0;
    state[0] = b ^ (b >>> 9);
    state[1] = (c + (c << 3)) | 0;
    state[2] = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }
  for (let n = 0; n < 12; n++) bits();

  const chance: Chance = {
    next: () => bits() / 2 ** 32,
    bytes: (count) => Uint8Array.from({ length: count }, () => bits() >>> 24),
    between: (lowest, highest) =>
      lowest + Math.floor(chance.next() * (highest - lowest + 1)),
    happens: (share) => share > 0 && chance.next() < share,
    oneOf(options) {
      const one = options[Math.floor(chance.next() * options.length)];
      if (one === undefined) throw new Error("there is nothing to draw from");
      return one;
    },
    delayMs: (meanMs) => Math.ceil(-Math.log(1 - chance.next()) * meanMs),
    fork: (part) => createChance(`${seed} ${part}`),
  };
  return chance;
}

/** Four numbers of 32 bits of a text (FNV-1a, from four beginnings). */
function hash(text: string): number[] {
  return [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35].map((begin) => {
    let value = begin;
    for (let at = 0; at < text.length; at++)
      value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
    return value;
  });
}
