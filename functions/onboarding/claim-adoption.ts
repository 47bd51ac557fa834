import type { Busy } from "../../shared/workflow/await-turn.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import type { Opening } from "../../shared/store/employees.ts";
import type { Store } from "../../shared/store/store.ts";
import type { StartedOperation } from "../../shared/store/operation.ts";
import { confirmEmployment, openGeneration, takeOver } from "./claim.ts";

/** Whether an employee may get a person who was there before. */
export type AdoptionClaim =
  /** Ours to do. A termination that came first, and did not know whom to delete, goes on afterwards. */
  | { outcome: "claimed"; terminatedBy?: string | undefined }
  /** The employee has this person already. */
  | { outcome: "done"; by: string }
  /** They have left, and that is settled; yet the person is there, so somebody has to decide. */
  | { outcome: "late" };

/**
 * Claims the employee for the operation of an adoption.
 *
 * @throws StepFailure `employee-has-person` when the employee is somebody else on the platform
 */
export async function claimAdoption(
  operation: StartedOperation,
  personID: string,
  store: Store,
  makeOpening: () => Promise<Pick<Opening, "passwordSalt" | "username">>,
): Promise<AdoptionClaim | Busy> {
  const { id, employeeId, eventAtMs } = operation;
  const known = await store.employees.get(employeeId);
  const isOlder = eventAtMs <= (known?.terminatedAtMs ?? 0);
  if (known === undefined || known.state === "left") {
    const isSettled =
      known?.generation !== 0 || (await hasSucceeded(known.terminatedBy));
    if (isOlder && isSettled) return { outcome: "late" };
    await openGeneration(operation, store, makeOpening, known);
    return {
      outcome: "claimed",
      terminatedBy: isOlder ? known?.terminatedBy : undefined,
    };
  }
  if (known.personID !== undefined && known.operationId !== id) {
    if (known.personID !== personID)
      throw new StepFailure("employee-has-person");
    return { outcome: "done", by: known.operationId ?? "" };
  }
  // An earlier execution of ours has got so far, and the termination goes on.
  if (known.state === "leaving" || known.state === "deleting")
    return { outcome: "done", by: id };
  if (known.state === "active")
    return { outcome: "claimed", terminatedBy: known.terminatedBy };
  // One that is under way knows of no person, and is about to close the generation.
  if (
    known.operationId !== id &&
    (await store.operations.isUnderWay(known.terminatedBy))
  )
    return { outcome: "busy" };
  const current = isOlder
    ? known
    : await confirmEmployment(operation, known, store);
  const taken = await takeOver(operation, current, store, true);
  return taken.outcome === "claimed"
    ? {
        outcome: "claimed",
        terminatedBy: isOlder ? known.terminatedBy : undefined,
      }
    : { outcome: "busy" };

  async function hasSucceeded(operationId = ""): Promise<boolean> {
    const operation = await store.operations.get(operationId);
    return operation?.status === "succeeded";
  }
}
