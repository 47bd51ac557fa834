import { isFinal, type Operation } from "../../shared/store/operation.ts";
import type { OffboardingRun } from "./offboarding-run.ts";

const minuteMs = 60_000;
const blockedMs = 30 * minuteMs;

/**
 * Step "find later hire": when to look again for a later hire that waits for its start date or is being processed. That
 * hire takes the person back as soon as it can. Null when there is no such hire.
 */
export function findLaterHire(run: OffboardingRun): Promise<number | null> {
  return run.steps.idempotent("find later hire", async () => {
    const hires = await laterHires(run);
    const next = hires.find((hire) => hire.mayOffboard && !isFinal(hire));
    if (!next) return null;
    // A blocked hire goes on before the time at which it would look itself.
    return next.blockedBy === undefined
      ? Math.max(next.dueAtMs ?? 0, run.nowMs() + minuteMs)
      : run.nowMs() + blockedMs;
  });
}

/**
 * Whether a later hire came that must not overtake the termination, because its caller lacks the scope `offboard`. An
 * operator must know of it: the person may have to stay.
 */
export async function isLaterHireIgnored(
  run: OffboardingRun,
): Promise<boolean> {
  const hires = await laterHires(run);
  return hires.some(
    ({ mayOffboard, status }) =>
      !mayOffboard && status !== "cancelled" && status !== "failed",
  );
}

async function laterHires({
  operation,
  store,
}: OffboardingRun): Promise<Operation[]> {
  const { employeeId, eventAtMs } = operation;
  const [employee, all] = await Promise.all([
    store.employees.get(employeeId),
    store.operations.ofEmployment(employeeId),
  ]);
  // A later termination has overtaken the hires before it.
  const terminatedAtMs = Math.max(eventAtMs, employee?.terminatedAtMs ?? 0);
  return all.filter(
    (one) => one.type === "employee.hired" && one.eventAtMs > terminatedAtMs,
  );
}
