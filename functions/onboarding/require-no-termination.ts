import type { Employee } from "../../shared/store/employee.ts";
import type { StartedOperation } from "../../shared/store/operation.ts";
import type { Operations } from "../../shared/store/operations.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";

/**
 * Makes sure that an event which brings an employee back overtakes no termination that has claimed the employee, unless
 * its caller may also send terminations. Otherwise a key with the scope `onboard` alone could keep every leaver. A
 * termination whose deletion has begun does not count, because no event overtakes it.
 *
 * @throws StepFailure `termination-goes-on`
 */
export async function requireNoTermination(
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
