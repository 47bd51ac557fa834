import type { Busy } from "../../shared/workflow/await-turn.ts";
import type { Employee, Opening } from "../../shared/store/employees.ts";
import type { Store } from "../../shared/store/store.ts";
import { requireWritten } from "../../shared/store/store-conflict.ts";
import {
  isFinal,
  type StartedOperation,
} from "../../shared/store/operation.ts";

/** Whose the onboarding of an employee is. */
export type Claim =
  /** Ours to do. Taken over, it may be half done: by another operation, or by an earlier run of this one. */
  | { outcome: "claimed"; isTakenOver: boolean }
  /** It is done: by another operation, or by an earlier run of this one whose end was not written down. */
  | { outcome: "done"; by: string; personID: string }
  /** They were leaving; now the person is to be enabled again. */
  | { outcome: "returned"; personID: string }
  /** A later event said that they left, or hired them again. */
  | { outcome: "outdated"; reason: "terminated-since" | "hired-since" }
  /** They were being deleted, and nobody knows how far that got. */
  | { outcome: "stuck" };

type Makes = () => Promise<Pick<Opening, "passwordSalt" | "username">>;

/**
 * Claims the employee for the operation of a hire, so that of all the events that hire one person exactly one operation
 * creates them. An onboarding whose operation ended without success is taken over; a leaver is taken back as long as
 * nobody has begun to delete them; after that the next generation begins.
 */
export async function claimEmployee(
  operation: StartedOperation,
  store: Store,
  makeOpening: Makes,
): Promise<Claim | Busy> {
  const { employees, operations } = store;
  const { id, employeeId, eventAtMs } = operation;
  const known = await employees.get(employeeId);
  if (known === undefined || known.state === "left") {
    if (known && eventAtMs <= (known.terminatedAtMs ?? 0)) return outdated();
    await openGeneration(operation, store, makeOpening, known);
    return { outcome: "claimed", isTakenOver: false };
  }

  if (known.terminatedBy !== undefined) {
    if (eventAtMs <= (known.terminatedAtMs ?? 0)) return outdated();
    if (!(await stopTermination(known.terminatedBy, operation, store)))
      return { outcome: "busy" };
    if (known.state === "deleting") return { outcome: "stuck" };
  }
  if (known.state === "leaving") {
    if (eventAtMs <= (known.terminatedAtMs ?? 0)) return outdated();
    if (known.terminatedBy === undefined && known.operationId !== id)
      if (await operations.isUnderWay(known.operationId))
        return { outcome: "busy" };
    requireWritten(await employees.takeBack(employeeId, eventAtMs, id, known));
    return { outcome: "returned", personID: known.personID ?? "" };
  }
  const confirmed = await confirmEmployment(operation, known, store);
  const isWhole = known.operationId !== id || known.passwordSalt === undefined;
  return known.state === "active" && isWhole
    ? doneBy(known)
    : takeOver(operation, confirmed, store);
}

/** Opens the first generation, or the one after a tombstone. */
export async function openGeneration(
  { id: operationId, employeeId, eventAtMs: hiredAtMs }: StartedOperation,
  { employees }: Store,
  makeOpening: Makes,
  left?: Employee,
): Promise<void> {
  const opening = { operationId, hiredAtMs, ...(await makeOpening()) };
  requireWritten(await employees.open(employeeId, opening, left));
}

/** Notes that they work here, if that was not known. Resolves to the employee as they are then. */
export async function confirmEmployment(
  { employeeId, eventAtMs }: StartedOperation,
  known: Employee,
  { employees }: Store,
): Promise<Employee> {
  if (eventAtMs <= (known.hiredAtMs ?? 0)) return known;
  requireWritten(
    await employees.confirmEmployment(employeeId, eventAtMs, known),
  );
  const { terminatedBy, ...confirmed } = known;
  return confirmed;
}

/**
 * Makes an unfinished onboarding ours, if it is not and its operation has ended.
 *
 * @param isOlderFine - whether an event older than the one that opened the generation may
 */
export async function takeOver(
  { id, employeeId, eventAtMs }: StartedOperation,
  known: Employee,
  store: Store,
  isOlderFine = false,
): Promise<Claim | Busy> {
  const { operationId = "", openedAtMs = 0, terminatedBy } = known;
  if (operationId === id) return { outcome: "claimed", isTakenOver: true };
  const { employees, operations } = store;
  if (await operations.isUnderWay(operationId)) return { outcome: "busy" };
  if (eventAtMs < openedAtMs && !isOlderFine)
    return { outcome: "outdated", reason: "hired-since" };
  requireWritten(
    await employees.takeOver(employeeId, operationId, id, terminatedBy),
  );
  return { outcome: "claimed", isTakenOver: true };
}

function doneBy({ operationId = "", personID = "" }: Employee): Claim {
  return { outcome: "done", by: operationId, personID };
}

function outdated(): Claim {
  return { outcome: "outdated", reason: "terminated-since" };
}

/** Resolves to false while the termination runs. One that waits is cancelled, and then it can never run. */
async function stopTermination(
  terminatedBy: string,
  { id }: StartedOperation,
  { operations, payloads }: Store,
): Promise<boolean> {
  const termination = await operations.get(terminatedBy);
  if (termination === undefined || isFinal(termination)) return true;
  if (termination.status !== "waiting") return false;
  const by = `operation:${id}`;
  const cancelled = await operations.cancel(termination, by, "rehired", id);
  if (cancelled === undefined) return false;
  await payloads.erase(termination);
  return true;
}
