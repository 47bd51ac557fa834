import { readEventData } from "../../shared/workflow/read-event-data.ts";
import { leaverSchema } from "./event.ts";
import type { OffboardingRun } from "./offboarding-run.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Step "read grace": how long the person stays disabled, as the event says, or as configured.
 *
 * @throws StepFailure `data-erased`
 */
export function readGraceMs({
  operation,
  store,
  steps,
  graceDays,
}: OffboardingRun): Promise<number> {
  const readLeaver = readEventData(operation, store.payloads, leaverSchema);
  return steps.idempotent("read grace", async () => {
    const leaver = await readLeaver();
    return (leaver.graceDays ?? graceDays) * dayMs;
  });
}
