import { isFinal } from "../../shared/store/operation.ts";
import type { OffboardingRun } from "./offboarding-run.ts";

const minuteMs = 60_000;

/**
 * Step "find later hire": when to look again for a later hire that waits for its start date or is being processed. That
 * hire takes the person back as soon as it can. Null when there is no such hire.
 */
export function findLaterHire({
  operation,
  store,
  steps,
  nowMs,
}: OffboardingRun): Promise<number | null> {
  const { employeeId, eventAtMs } = operation;
  return steps.idempotent("find later hire", async () => {
    const [employee, all] = await Promise.all([
      store.employees.get(employeeId),
      store.operations.ofEmployment(employeeId),
    ]);
    // A later termination has overtaken the hires before it.
    const terminatedAtMs = Math.max(eventAtMs, employee?.terminatedAtMs ?? 0);
    const later = all.find(
      (one) =>
        one.type === "employee.hired" &&
        !isFinal(one) &&
        one.eventAtMs > terminatedAtMs,
    );
    return later ? Math.max(later.dueAtMs ?? 0, nowMs() + minuteMs) : null;
  });
}
