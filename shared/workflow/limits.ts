import type { LimitName, LimitSettings } from "../store/daily-limits.ts";
import type { StartedOperation } from "../store/operation.ts";
import type { Store } from "../store/store.ts";
import { StepFailure } from "./failure.ts";
import type { Steps } from "./steps.ts";

type LimitedRun = {
  operation: Pick<StartedOperation, "releasedFrom" | "releasedUntilMs">;
  store: Pick<Store, "dailyLimits">;
  steps: Steps;
  nowMs: () => number;
};

/**
 * Step "check disable limit", and so on: counts a person in a daily limit. Contention is normal: many employees leave
 * at the same moment, and they are counted one by one.
 */
export function isWithinLimit(
  { operation, store, steps, nowMs }: LimitedRun,
  limit: LimitName,
  personID: string,
  settings: LimitSettings,
): Promise<boolean> {
  const { releasedFrom, releasedUntilMs = 0 } = operation;
  return steps.store(`check ${limit.replace("-", " ")}`, () =>
    store.dailyLimits.allow(
      limit,
      personID,
      settings,
      releasedFrom === limit && releasedUntilMs > nowMs(),
    ),
  );
}

/**
 * Does the same, and holds the operation above the limit.
 *
 * @throws StepFailure with the name of the limit
 */
export async function requireWithinLimit(
  run: LimitedRun,
  limit: LimitName,
  personID: string,
  settings: LimitSettings,
): Promise<void> {
  if (!(await isWithinLimit(run, limit, personID, settings)))
    throw new StepFailure(limit);
}
