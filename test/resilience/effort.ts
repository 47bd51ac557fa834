const { FAULTS } = process.env;

/** Under `npm run test:faults` everything is tried; under `npm test` a small, fixed slice of it. */
export const isThorough = FAULTS === "all";

/** What fits the run: little for `npm test`, everything for `npm run test:faults`. */
export function effort<T>(slice: T, thorough: T): T {
  return isThorough ? thorough : slice;
}
