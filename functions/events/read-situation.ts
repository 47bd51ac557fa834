import { isFinal, type Operation } from "../../shared/store/operation.ts";
import type { Store } from "../../shared/store/store.ts";
import type { Situation } from "./decide-events.ts";

/**
 * What our store knows of an employee, as far as it decides which events a record means. An operation that has not begun
 * counts as well: its event came before this read.
 *
 * @param caller - the caller that asks, whose own suspensions and terminations it may end
 * @param also - operations that are known and that an index may lack for a moment
 */
export async function readSituation(
  { employees, operations }: Pick<Store, "employees" | "operations">,
  employeeId: string,
  caller: string,
  also: readonly string[],
): Promise<Situation> {
  const known = await employees.get(employeeId);
  const { operationId, terminatedBy, suspendedBy } = known ?? {};
  const ids = [operationId, terminatedBy, suspendedBy, ...also];
  const all = (
    await operations.ofEmployment(
      employeeId,
      ids.filter((id) => id !== undefined),
    )
  )
    .filter((one) => one.employeeId === employeeId)
    .toSorted((one, other) => other.eventAtMs - one.eventAtMs);
  const isLatest = (one: Operation, opposite: string) =>
    !all.some(
      (other) =>
        other.type === opposite &&
        other.eventAtMs > one.eventAtMs &&
        !isFinal(other),
    );

  const terminations = all.filter(
    (one) =>
      one.type === "employee.terminated" &&
      (isOpen(one) ||
        (one.id === terminatedBy && one.status === "succeeded")) &&
      one.eventAtMs > (known?.terminationCancelledAtMs ?? 0) &&
      isLatest(one, "employee.termination_cancelled"),
  );
  const [leaving] = terminations;
  const suspension = all.find(
    (one) =>
      one.type === "employee.suspended" &&
      (one.id === suspendedBy ||
        (isOpen(one) && one.eventAtMs > (known?.suspensionAtMs ?? 0))) &&
      isLatest(one, "employee.resumed"),
  );
  return {
    state: known?.state,
    isHired: all.some(
      (one) =>
        (one.type === "employee.hired" || one.type === "employee.adopted") &&
        !isFinal(one),
    ),
    leaving: leaving && {
      // A cancellation would cancel those of other callers too.
      isOurs: terminations.every((one) => one.caller === caller),
      lastDayAtMs: leaving.effectiveAtMs,
      endsAtMs: leaving.effectiveAtMs ?? leaving.eventAtMs,
    },
    suspension: suspension && {
      isOurs: suspension.caller === caller,
      fromMs: suspension.effectiveAtMs,
      untilMs:
        suspension.id === suspendedBy ? known?.suspendedUntilMs : undefined,
    },
  };
}

/** Whether an operation holds, or will hold. One that an operator has to decide about may still be released. */
function isOpen(operation: Operation): boolean {
  return !isFinal(operation) || operation.status === "needs_attention";
}
