import { type Check, ok, skipped, warning } from "../check.ts";
import type { ObservedAnswer } from "../observed-http.ts";
import { callsPerSecondOf } from "../parse-rate-limit.ts";

/** The part of the platform's limit that we take. The rest is for people and other systems. */
const share = 0.9;
const tooMany = 429;

/** The limit of requests that the platform shows in headers, or by refusing requests of this run. */
export const checkRateLimit: Check = {
  name: "rate limit",
  run: async ({ answers, config }) => {
    if (answers.length === 0) return skipped("there was no answer");
    const present = config.platformCallsPerSecond;
    const limit = answers.findLast((answer) => answer.limit)?.limit;
    const perSecond = limit && callsPerSecondOf(limit);
    if (perSecond !== undefined) {
      const found = `the platform allows ${roundOf(perSecond)} requests a second`;
      if (isWithin(present, perSecond)) return ok(found);
      return warning(found, adviceOf(Math.floor(perSecond * share)));
    }
    const refused = answers.filter(({ status }) => status === tooMany);
    if (refused.length > 0)
      return warning(
        `${refused.length} of ${answers.length} requests were answered 429`,
        adviceOf(callsBefore(answers) - 1),
      );
    if (limit)
      return ok(
        `the platform shows a limit of ${limit.calls} requests, without its time window`,
      );
    return ok(`no limit is shown, and no request was answered 429`);
  },
};

function roundOf(perSecond: number): string {
  return String(Math.round(perSecond * 100) / 100);
}

function isWithin(present: number, perSecond: number): boolean {
  return present > 0 && present <= perSecond;
}

function adviceOf(callsPerSecond: number) {
  return {
    advice:
      "Let all workflows together stay below the limit of the platform: without it, a mass hire makes the platform refuse other requests too.",
    recommended: { platformCallsPerSecond: Math.max(1, callsPerSecond) },
  };
}

/** How many requests the platform answered in the second before it first refused one. */
function callsBefore(answers: readonly ObservedAnswer[]): number {
  const first = answers.findIndex(({ status }) => status === tooMany);
  const atMs = answers[first]?.beganAtMs ?? 0;
  return answers
    .slice(0, first)
    .filter(({ beganAtMs }) => beganAtMs > atMs - 1_000).length;
}
