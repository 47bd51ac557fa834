import { type Check, ok, skipped, warning } from "../check.ts";

const maxTimeoutMs = 20_000;

/** The slowest answer of the run leaves room below `callTimeoutMs`. */
export const checkAnswerTimes: Check = {
  name: "answer times",
  run: async ({ answers, config }) => {
    if (answers.length === 0) return skipped("there was no answer");
    const slowestMs = Math.max(...answers.map(({ tookMs }) => tookMs));
    const found = `${answers.length} answers, the slowest after ${Math.ceil(slowestMs)} ms`;
    if (slowestMs <= config.callTimeoutMs / 2) return ok(found);
    const callTimeoutMs = Math.min(maxTimeoutMs, Math.ceil(slowestMs) * 3);
    return warning(found, {
      advice: "Give a call more time before it counts as failed.",
      ...(callTimeoutMs > config.callTimeoutMs && {
        recommended: { callTimeoutMs },
      }),
      setting: "callTimeoutMs",
    });
  },
};
