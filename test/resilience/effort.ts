const { FAULTS } = process.env;

/** Whether this run tries every case (`npm run test:faults`). `npm test` tries a small, fixed slice of them. */
export const isThorough = FAULTS === "all";

/** Chooses the slice for `npm test`, and all cases for `npm run test:faults`. */
export function effort<T>(slice: T, thorough: T): T {
  return isThorough ? thorough : slice;
}
