/** Options for `fc.assert`. A run can be repeated with the seed that it printed. */
export function seed(): { seed?: number } {
  const { SEED } = process.env;
  return SEED === undefined ? {} : { seed: Number(SEED) };
}
