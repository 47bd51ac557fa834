import { expect, test } from "vitest";
import { describeProgress } from "../../../infra/cli/progress.ts";

test.each([
  [0, 1_000, 5_000, "0 of 1,000"],
  [30, 1_000, 400, "30 of 1,000"],
  [300, 1_000, 12_000, "300 of 1,000, 25 a second, 28 s left"],
  [10, 70, 60_000, "10 of 70, 0.2 a second, 6 min left"],
])("describes %i of %i in %i ms", (done, total, elapsedMs, words) => {
  expect(describeProgress(done, total, elapsedMs)).toBe(words);
});
