import { type Check, ok, skipped, warning } from "../check.ts";
import { callsPerSecondOf, type ObservedAnswer } from "../observed-http.ts";

/** A larger difference of the clocks is a warning. */
const maxSecondsApart = 60;
const maxTimeoutMs = 20_000;
/** We take this share of the platform's limit. The rest is for people and other systems. */
const share = 0.9;
const tooMany = 429;

/** Checks the clock, the times and the limit of all answers of the platform to the checks before. */
export const answerChecks: Check[] = [
  {
    name: "clock",
    run: async ({ answers }) => {
      const [quickest] = answers
        .flatMap(({ dateMs, ...answer }) =>
          dateMs === undefined ? [] : [{ ...answer, dateMs }],
        )
        .toSorted((one, other) => one.tookMs - other.tookMs);
      if (!quickest) return skipped("no answer has a Date");
      const { beganAtMs, tookMs, dateMs } = quickest;
      // Date has whole seconds, and was written at some time during the call.
      const aheadMs = dateMs + 500 - (beganAtMs + tookMs / 2);
      const seconds = Math.round(Math.abs(aheadMs) / 1_000);
      if (seconds < 2) return ok("the platform has the same time");
      const found = `the clock of the platform is ${seconds} s ${aheadMs > 0 ? "ahead" : "behind"}`;
      if (seconds < maxSecondsApart) return ok(found);
      return warning(
        found,
        "Tell the operators of the platform: due dates of tasks and the order of activities are wrong by this time.",
      );
    },
  },
  {
    name: "answer times",
    run: async ({ answers, config }) => {
      if (answers.length === 0) return skipped("there was no answer");
      const slowestMs = Math.max(...answers.map(({ tookMs }) => tookMs));
      const found = `${answers.length} answers, the slowest after ${Math.ceil(slowestMs)} ms`;
      if (slowestMs <= config.callTimeoutMs / 2) return ok(found);
      const callTimeoutMs = Math.min(maxTimeoutMs, Math.ceil(slowestMs) * 3);
      return warning(
        found,
        "Give a call more time before it counts as failed.",
        {
          setting: "callTimeoutMs",
          ...(callTimeoutMs > config.callTimeoutMs && {
            recommended: { callTimeoutMs },
          }),
        },
      );
    },
  },
  {
    name: "rate limit",
    run: async ({ answers, config }) => {
      if (answers.length === 0) return skipped("there was no answer");
      const configured = config.platformCallsPerSecond;
      const limit = answers.findLast((answer) => answer.limit)?.limit;
      const perSecond = limit && callsPerSecondOf(limit);
      if (perSecond !== undefined) {
        const found = `the platform allows ${Math.round(perSecond * 100) / 100} requests a second`;
        if (configured > 0 && configured <= perSecond) return ok(found);
        return stayBelow(found, Math.floor(perSecond * share));
      }
      const refused = answers.filter(({ status }) => status === tooMany);
      if (refused.length > 0)
        return stayBelow(
          `${refused.length} of ${answers.length} requests were answered 429`,
          callsBefore(answers) - 1,
        );
      return ok(
        limit
          ? `the platform shows a limit of ${limit.calls} requests, without its time window`
          : "no limit is shown, and no request was answered 429",
      );
    },
  },
];

function stayBelow(found: string, callsPerSecond: number) {
  return warning(
    found,
    "Let all workflows together stay below the limit of the platform: without it, a mass hire makes the platform refuse other requests too.",
    { recommended: { platformCallsPerSecond: Math.max(1, callsPerSecond) } },
  );
}

/** How many requests the platform answered in the second before it first refused one. */
function callsBefore(answers: readonly ObservedAnswer[]): number {
  const first = answers.findIndex(({ status }) => status === tooMany);
  const atMs = answers[first]?.beganAtMs ?? 0;
  return answers
    .slice(0, first)
    .filter(({ beganAtMs }) => beganAtMs > atMs - 1_000).length;
}
