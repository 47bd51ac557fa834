import { type Busy, busyBehind } from "../../shared/workflow/await-turn.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import type { Opening } from "../../shared/store/employee.ts";
import type { Store } from "../../shared/store/store.ts";
import type { StartedOperation } from "../../shared/store/operation.ts";
import { takeOver } from "./claim-employee.ts";
import {
  confirmEmployment,
  isWithoutPerson,
  openGeneration,
} from "./generations.ts";
import { requireRightToStopTermination } from "./stop-termination.ts";

/** The result of claiming an employee for an adoption. */
export type AdoptionClaim =
  /** This operation adopts the person. `terminatedBy`: a termination that did not know the person, and restarts now. */
  | { kind: "claimed"; terminatedBy?: string | undefined }
  /** The employee has this person already. */
  | { kind: "done"; by: string }
  /** The employee has left, but the person exists on the platform, so an operator must decide. */
  | { kind: "late" };

/**
 * Claims the employee for the operation of an adoption.
 *
 * @param makeOpening - makes a salt too, although an adoption derives no password, because the salt marks an unfinished
 *   onboarding that another operation may take over
 * @throws StepFailure `employee-has-person` when the employee has another person on the platform;
 *   `termination-goes-on` when the adoption would overtake a termination and must not
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
  if (known?.personID === undefined && !isOlder)
    await requireRightToStopTermination(operation, known, store.operations);
  if (known === undefined || isWithoutPerson(known)) {
    const isSettled =
      known?.generation !== 0 || (await hasSucceeded(known.terminatedBy));
    if (isOlder && isSettled) return { kind: "late" };
    const opening = await makeOpening();
    await openGeneration(operation, store, opening, known, !isOlder);
    return {
      kind: "claimed",
      terminatedBy: isOlder ? known?.terminatedBy : undefined,
    };
  }
  if (known.personID !== undefined && known.operationId !== id) {
    if (known.personID !== personID)
      throw new StepFailure("employee-has-person");
    return { kind: "done", by: known.operationId ?? "" };
  }
  // An earlier run of this operation linked the person, and a termination or a suspension came since.
  if (["leaving", "kept", "suspended", "deleting"].includes(known.state))
    return { kind: "done", by: id };
  if (known.state === "active")
    return { kind: "claimed", terminatedBy: known.terminatedBy };
  // A running termination knows no person, and will close the generation.
  const termination =
    known.operationId === id
      ? undefined
      : await store.operations.findUnderWay(known.terminatedBy);
  if (termination) return busyBehind(termination);
  const confirms =
    operation.mayOffboard && !isOlder && eventAtMs > (known.hiredAtMs ?? 0);
  const current = confirms
    ? await confirmEmployment(operation, known, store)
    : known;
  const taken = await takeOver(operation, current, store, true);
  return taken.kind === "claimed"
    ? {
        kind: "claimed",
        terminatedBy: isOlder ? known.terminatedBy : undefined,
      }
    : taken.kind === "busy"
      ? taken
      : busyBehind({});

  async function hasSucceeded(operationId = ""): Promise<boolean> {
    const operation = await store.operations.get(operationId);
    return operation?.status === "succeeded";
  }
}
