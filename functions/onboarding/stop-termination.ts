import { type Employee, employedStates } from "../../shared/store/employee.ts";
import {
  isFinal,
  type Operation,
  type StartedOperation,
} from "../../shared/store/operation.ts";
import type { Operations } from "../../shared/store/operations.ts";
import type { Store } from "../../shared/store/store.ts";
import { type Busy, busyBehind } from "../../shared/workflow/await-turn.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";

/**
 * Whether the termination that has claimed the employee ended without an effect. Its operation is deleted 90 days after
 * its end, and then the state tells it.
 */
export function endedWithoutEffect(
  termination: Operation | undefined,
  { state }: Employee,
): boolean {
  return termination === undefined
    ? employedStates.includes(state)
    : termination.status === "cancelled";
}

/**
 * Stops a hire or an adoption whose caller lacks the scope `offboard` when a termination has claimed the employee.
 * Otherwise a key with the scope `onboard` alone could keep every leaver. A termination whose deletion has begun does
 * not count, because no event overtakes it.
 *
 * @throws StepFailure `termination-goes-on`
 */
export async function requireRightToStopTermination(
  { mayOffboard }: Pick<StartedOperation, "mayOffboard">,
  known: Employee | undefined,
  operations: Pick<Operations, "get">,
): Promise<void> {
  if (mayOffboard || known?.terminatedBy === undefined) return;
  if (known.state === "deleting" || known.state === "left") return;
  const termination = await operations.get(known.terminatedBy);
  if (!endedWithoutEffect(termination, known) && !termination?.isUndone)
    throw new StepFailure("termination-goes-on");
}

/**
 * Cancels a waiting termination, so that it can never run. Resolves to a claim while the termination runs, or waits
 * after its deletion has begun.
 */
export async function stopTermination(
  termination: Operation | undefined,
  { id }: StartedOperation,
  { operations }: Store,
): Promise<Busy | undefined> {
  if (termination === undefined || isFinal(termination)) return undefined;
  const isStoppable =
    termination.status === "waiting" && termination.effect !== "lasting";
  if (!isStoppable) return busyBehind(termination);
  const by = `operation:${id}`;
  const cancelled = await operations.cancel(termination, by, "rehired", id);
  return cancelled === undefined ? busyBehind({}) : undefined;
}
