import { leaverSchema } from "./event.ts";
import type { OffboardingRun } from "./offboarding-run.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Step "read grace": how long the person stays disabled, as the event says, or as configured. A termination can go on
 * after its data was erased: after weeks, an adoption names its person, or an operator retries it.
 */
export function readGraceMs({
  operation,
  store,
  steps,
  graceDays,
}: OffboardingRun): Promise<number> {
  return steps.idempotent("read grace", async () => {
    const leaver = await store.payloads.data(operation, leaverSchema);
    return (leaver?.graceDays ?? graceDays) * dayMs;
  });
}
