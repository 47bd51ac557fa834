import type { Busy } from "../../shared/workflow/await-turn.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import type { Employee } from "../../shared/store/employees.ts";
import { findReplacement } from "../../shared/store/find-replacement.ts";
import type { Store } from "../../shared/store/store.ts";
import { requireWritten } from "../../shared/store/store-conflict.ts";
import {
  isFinal,
  type StartedOperation,
} from "../../shared/store/operation.ts";
import type { Operations } from "../../shared/store/operations.ts";

/** Whose the leaving of an employee is. */
export type Claim =
  /** Ours to do. */
  | {
      outcome: "claimed";
      /** Undefined when it is sure that the person was never created. */
      personID: string | undefined;
      isDeleting: boolean;
    }
  /** Another operation has them leave, or has done so. */
  | { outcome: "done"; by: string }
  /** They were hired again since, or this termination was taken back. */
  | { outcome: "outdated" }
  /** A later termination has another last day. */
  | { outcome: "replaced"; by: string }
  /** We do not know who on the platform they are, if they are there at all. */
  | { outcome: "unknown" };

/**
 * Claims the leaving of an employee for the operation of a termination. Whatever comes of it, the time of the event
 * stays with the employee, so that no earlier hire brings them back.
 */
export async function claimLeaver(
  operation: StartedOperation,
  store: Store,
): Promise<Claim | Busy> {
  const { employees, operations } = store;
  const { id, employeeId, phase } = operation;
  const known = await employees.get(employeeId);
  // Ours, and held or failed before anything happened to the person: HR may have moved the last day meanwhile.
  if (known?.terminatedBy === id && phase === undefined && isUntouched(known)) {
    const by = await findReplacement(operations, operation);
    if (by !== undefined) return { outcome: "replaced", by };
  }
  if (known?.terminatedBy !== id) {
    const refusal = await terminate(operation, known, store);
    if (refusal) return refusal;
  }
  const ours = await employees.get(employeeId);
  if (ours === undefined) throw new StepFailure("employee-changed");
  // Whoever brings them in comes to an end first; whoever begins to only now sees that they leave.
  return (await isBeingHired(ours, operations))
    ? { outcome: "busy" }
    : claimed(ours);
}

/** Has the generation end by this operation. Resolves to a claim where it does not. */
async function terminate(
  operation: StartedOperation,
  known: Employee | undefined,
  { employees, operations }: Store,
): Promise<Claim | Busy | undefined> {
  const { id, employeeId, eventAtMs } = operation;
  const replacement = await findReplacement(operations, operation);
  if (replacement !== undefined)
    return { outcome: "replaced", by: replacement };
  if (known === undefined) {
    requireWritten(await employees.createTombstone(employeeId, id, eventAtMs));
    return undefined;
  }
  const { state, generation, terminatedBy } = known;
  const { terminatedAtMs = 0, hiredAtMs = 0 } = known;
  const other = await operations.get(terminatedBy ?? "");
  const isUnderWay = other !== undefined && !isFinal(other);
  // What is being taken back cannot be joined.
  if (isUnderWay && other.isUndone) return { outcome: "busy" };
  if (state === "left" || isUnderWay) {
    // What was hired between the two terminations has left as well.
    await employees.raiseTombstone(employeeId, eventAtMs);
    const isUnknown =
      generation === 0 && !isUnderWay && other?.status !== "succeeded";
    return isUnknown
      ? { outcome: "unknown" }
      : { outcome: "done", by: terminatedBy ?? "" };
  }
  if (eventAtMs <= Math.max(hiredAtMs, terminatedAtMs))
    return { outcome: "outdated" };
  if (await isBeingHired(known, operations)) return { outcome: "busy" };
  requireWritten(await employees.terminate(employeeId, id, eventAtMs, known));
  return undefined;
}

async function isBeingHired(
  { state, operationId }: Employee,
  operations: Operations,
): Promise<boolean> {
  const isHired = state === "onboarding" || state === "leaving";
  return isHired && operations.isUnderWay(operationId);
}

function claimed({ state, personID, isAbsent, generation }: Employee): Claim {
  if (
    generation === 0 ||
    (personID === undefined && !isAbsent && state !== "left")
  )
    return { outcome: "unknown" };
  return { outcome: "claimed", personID, isDeleting: state === "deleting" };
}

function isUntouched({ state }: Employee): boolean {
  return state === "onboarding" || state === "active";
}
