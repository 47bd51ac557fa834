import fc from "fast-check";
import { effort } from "./effort.ts";

/** A failure prints its seed, and `SEED` repeats the run. */
const { SEED } = process.env;

fc.configureGlobal({
  // For each property without a number of its own. 100 is the default of fast-check.
  numRuns: effort(20, 100),
  ...(SEED !== undefined && { seed: Number(SEED) }),
});
