import fc from "fast-check";
import { effort } from "./effort.ts";

// A property without a number of its own is tried this often. 100 is fast-check's default.
/** A failure prints its seed, and `SEED` repeats the run. */
const { SEED } = process.env;

fc.configureGlobal({
  numRuns: effort(20, 100),
  ...(SEED !== undefined && { seed: Number(SEED) }),
});
