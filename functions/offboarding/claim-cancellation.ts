import type { Employee } from "../../shared/store/employee.ts";
import {
  isFinal,
  type Operation,
  type StartedOperation,
} from "../../shared/store/operation.ts";
import type { Operations } from "../../shared/store/operations.ts";
import type { Store } from "../../shared/store/store.ts";
import { requireWritten } from "../../shared/store/store-conflict.ts";
import { type Busy, busyBehind } from "../../shared/workflow/await-turn.ts";

/** The result of claiming an employee for a cancellation of terminations. */
export type CancellationClaim =
  /** An earlier termination has disabled the person, and this operation restores them. */
  | { kind: "claimed"; personID: string }
  /** No person is to be restored. */
  | { kind: "done" }
  /** The deletion of an earlier termination has begun, or ended. */
  | { kind: "late" }
  /** Our store knows no hire and no adoption of the employee. */
  | { kind: "unknown" };

/**
 * Claims an employee for the operation of a cancellation. The time of the event stays with the employee, so that an
 * earlier termination that arrives later has no effect. Cancels each earlier termination that waits, is held or is in
 * its grace period. A later termination stays in force.
 */
export async function claimCancellation(
  { id, employeeId, eventAtMs }: StartedOperation,
  { employees, operations }: Pick<Store, "employees" | "operations">,
): Promise<CancellationClaim | Busy> {
  const before = await employees.get(employeeId);
  const isUnknown =
    isOnlyExpected(before) && (await employees.awaitPerson(employeeId, id));
  await employees.noteCancellation(employeeId, eventAtMs);
  const known = await employees.get(employeeId);
  if (known === undefined) return busyBehind({});
  const { state, terminatedBy, terminatedAtMs = 0, personID = "" } = known;
  if (terminatedBy === id) return { kind: "claimed", personID };
  const isNewer = terminatedAtMs > eventAtMs;
  const isGone = !isUnknown && (state === "deleting" || state === "left");
  const termination = await operations.get(terminatedBy ?? "");
  await cancelTerminations(
    { id, employeeId, eventAtMs },
    isGone ? termination : undefined,
    operations,
  );
  if (isGone && !isNewer) return { kind: "late" };
  if (terminatedBy !== undefined && !isNewer) {
    const inForce = await operations.get(terminatedBy);
    if (inForce !== undefined && !isFinal(inForce)) return busyBehind(inForce);
    if (state === "leaving" || state === "kept") {
      requireWritten(
        await employees.takeLeaving(employeeId, id, eventAtMs, known),
      );
      return { kind: "claimed", personID };
    }
    requireWritten(
      await employees.dropTermination(employeeId, eventAtMs, known),
    );
  }
  return { kind: isUnknown ? "unknown" : "done" };
}

/** Whether no hire and no adoption of the employee has taken effect. */
function isOnlyExpected(known: Employee | undefined): boolean {
  return known === undefined || known.generation === 0;
}

/** @param except - a termination whose deletion has begun */
async function cancelTerminations(
  {
    id,
    employeeId,
    eventAtMs,
  }: Pick<Operation, "id" | "employeeId" | "eventAtMs">,
  except: Operation | undefined,
  operations: Operations,
): Promise<void> {
  const all = await operations.ofEmployment(employeeId);
  const cancelled = all.filter(
    (one) =>
      one.type === "employee.terminated" &&
      one.eventAtMs <= eventAtMs &&
      one.id !== except?.id &&
      (one.status === "waiting" || one.status === "needs_attention"),
  );
  await Promise.all(
    cancelled.map((one) =>
      operations.cancel(one, `operation:${id}`, "termination-cancelled", id),
    ),
  );
}
