import type { Employee } from "../../shared/store/employee.ts";
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
  const { state, terminatedBy } = known ?? {};
  if (mayOffboard || terminatedBy === undefined) return;
  if (state === "deleting" || state === "left") return;
  const termination = await operations.get(terminatedBy);
  if (termination?.status !== "cancelled" && !termination?.isUndone)
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
