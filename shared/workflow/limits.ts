import type { LimitName, LimitSettings } from "../store/daily-limits.ts";
import type { HoldReason } from "../store/hold-reasons.ts";
import type { StartedOperation } from "../store/operation.ts";
import type { StepName } from "../store/step-names.ts";
import type { Store } from "../store/store.ts";
import { StepFailure } from "./failure.ts";
import type { Steps } from "./steps.ts";

type CountedRun = {
  operation: Pick<StartedOperation, "releasedFrom" | "releasedUntilMs">;
  store: Pick<Store, "dailyLimits">;
  nowMs: () => number;
};

type LimitedRun = CountedRun & { steps: Steps };

const stepsByLimit: Record<LimitName, StepName> = {
  "deletion-limit": "check deletion limit",
  "disable-limit": "check disable limit",
  "rename-limit": "check rename limit",
};

/**
 * Step "check disable limit", and so on: counts a person in a limit. Contention is normal: many employees leave
 * at the same moment, and they are counted one by one.
 */
export function isWithinLimit(
  run: LimitedRun,
  limit: LimitName,
  personID: string,
  settings: LimitSettings,
): Promise<boolean> {
  return run.steps.store(stepsByLimit[limit], () =>
    isAllowed(run, limit, personID, settings),
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

/**
 * Counts a person in the rename limit. It is no step of its own, because only a change that has read the person, inside
 * its step, knows that a name differs.
 *
 * @returns the `beforeRename` of a change, which holds the operation above the limit
 */
export function limitRenames(
  run: CountedRun,
  settings: LimitSettings,
): (personID: string) => Promise<void> {
  return async (personID) => {
    if (!(await isAllowed(run, "rename-limit", personID, settings)))
      throw new StepFailure("rename-limit");
  };
}

function isAllowed(
  run: CountedRun,
  limit: LimitName,
  personID: string,
  settings: LimitSettings,
): Promise<boolean> {
  const { dailyLimits } = run.store;
  return dailyLimits.allow(limit, personID, settings, isReleased(run, limit));
}

/**
 * Whether an operator has released the operation from this. A deletion that the limit held had passed the question for
 * its contents before, so the release of the limit answers it too.
 */
export function isReleased(
  { operation, nowMs }: Pick<CountedRun, "operation" | "nowMs">,
  reason: HoldReason,
): boolean {
  const { releasedFrom, releasedUntilMs = 0 } = operation;
  const isOfDeletion =
    reason === "person-has-contents" && releasedFrom === "deletion-limit";
  return (releasedFrom === reason || isOfDeletion) && releasedUntilMs > nowMs();
}
