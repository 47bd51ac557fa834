import fc from "fast-check";
import { effort } from "../../resilience/effort.ts";
import type { Answer } from "./receivers-for-test.ts";

const seed = Number(process.env["SEED"] ?? 20260131);

/** The number of runs for a property: for a hundred thousand requests in total, or for a few hundred. */
export const runsOf = <T>(percent: number): fc.Parameters<T> => ({
  seed,
  numRuns: effort(2, 1_000) * percent,
  // A failure prints the seed and the smallest request only.
  verbose: fc.VerbosityLevel.None,
});

/** The rules for every answer. Plain comparisons: for this number, `expect` would take longer than the receivers. */
export function checkAnswer(answer: Answer): Answer {
  const { status, headers, body } = answer;
  if (status < 200 || status >= 500)
    throw new Error(`answered ${status}: ${body}`);
  const type = headers["content-type"];
  if (body !== "" && status >= 400 && type !== "application/problem+json")
    throw new Error(`answered ${status} as ${type}`);
  return answer;
}
