import type { OffboardingRun } from "./offboarding-run.ts";

/**
 * Step "cancel older operations": cancels the older suspensions of the employee that wait for their begin or for their
 * end. The operation that overtakes them takes care of the person.
 */
export function cancelOlderSuspensions({
  operation,
  store: { operations },
  steps,
}: OffboardingRun): Promise<void> {
  const { id, employeeId, eventAtMs } = operation;
  return steps.idempotent("cancel older operations", async () => {
    const all = await operations.ofEmployment(employeeId);
    const older = all.filter(
      (one) =>
        one.type === "employee.suspended" &&
        one.status === "waiting" &&
        one.eventAtMs < eventAtMs,
    );
    await Promise.all(
      older.map((one) =>
        operations.cancel(one, `operation:${id}`, "changed-since", id),
      ),
    );
  });
}
