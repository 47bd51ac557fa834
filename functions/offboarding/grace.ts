import { StepFailure } from "../../shared/workflow/failure.ts";
import { leaverSchema } from "./leaver.ts";
import type { OffboardingRun } from "./offboarding-run.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** How long the person stays, disabled: as the event says, else as configured. */
export async function graceMsOf({
  operation,
  store,
  graceDays,
}: OffboardingRun): Promise<number> {
  const leaver = await store.payloads.data(operation, leaverSchema);
  if (!leaver) throw new StepFailure("data-erased");
  return (leaver.graceDays ?? graceDays) * dayMs;
}
