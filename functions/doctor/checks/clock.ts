import { type Check, ok, skipped, warning } from "../check.ts";

const manySeconds = 60;

/** The clock of the platform, by the `Date` of its quickest answer. */
export const checkClock: Check = {
  name: "clock",
  run: async ({ answers }) => {
    const dated = answers.flatMap(({ beganAtMs, tookMs, dateMs }) =>
      dateMs === undefined ? [] : [{ beganAtMs, tookMs, dateMs }],
    );
    const [quickest] = dated.toSorted(
      (one, other) => one.tookMs - other.tookMs,
    );
    if (!quickest) return skipped("no answer has a Date");
    const { beganAtMs, tookMs, dateMs } = quickest;
    // Date has whole seconds, and was written at some time during the call.
    const aheadMs = dateMs + 500 - (beganAtMs + tookMs / 2);
    const seconds = Math.round(Math.abs(aheadMs) / 1_000);
    if (seconds < 2) return ok("the platform has the same time");
    const found = `the clock of the platform is ${seconds} s ${aheadMs > 0 ? "ahead" : "behind"}`;
    if (seconds < manySeconds) return ok(found);
    return warning(found, {
      advice:
        "Tell the operators of the platform: due dates of tasks and the order of activities are wrong by this time.",
    });
  },
};
