import type { DurableContext } from "@aws/durable-execution-sdk-js";
import { StepFailure } from "../../shared/durable/failure.ts";
import type { Steps } from "../../shared/durable/steps.ts";
import type { Lifecycle } from "../../shared/lifecycle/lifecycle.ts";
import {
  hasEnded,
  type StartedOperation,
} from "../../shared/lifecycle/operations.ts";

/** Whose the onboarding of an employee is. */
export type Claim =
  /** Ours to do. Taken over, it may be half done by another operation. */
  | { outcome: "claimed"; isTakenOver: boolean }
  /** Another operation is at it. */
  | { outcome: "busy" }
  /** Another operation has done it. */
  | { outcome: "done"; by: string; personID: string };

/** What a new generation starts with. */
type Opening = { passwordSalt: string; username: string };

/** With pauses that double from 1 s to 30 s: an hour. */
const maxRounds = 120;

/**
 * Waits until the onboarding of the employee is ours, or until another operation has done it.
 *
 * @throws StepFailure `employee-busy` when another operation does not come to an end
 */
export async function awaitClaim(
  context: DurableContext,
  steps: Steps,
  claim: () => Promise<Claim>,
): Promise<Exclude<Claim, { outcome: "busy" }>> {
  for (let round = 1; round <= maxRounds; round++) {
    const name = round === 1 ? "claim" : `claim ${round}`;
    const claimed = await steps.persistent(name, claim);
    if (claimed.outcome !== "busy") return claimed;
    const seconds = Math.min(30, 2 ** Math.min(round - 1, 5));
    await context.wait(`wait ${round}`, { seconds });
  }
  throw new StepFailure("employee-busy");
}

/**
 * Claims the employee for this operation, so that of all the events that hire one person exactly one operation creates
 * them. An onboarding whose operation ended without success is taken over.
 */
export async function claimEmployee(
  operation: StartedOperation,
  { employees, operations }: Lifecycle,
  makeOpening: () => Promise<Opening>,
): Promise<Claim> {
  const { id, employeeId, eventAtMs: hiredAtMs } = operation;
  const known = await employees.get(employeeId);
  if (!known) {
    const opening = { operationId: id, hiredAtMs, ...(await makeOpening()) };
    if (await employees.open(employeeId, opening))
      return { outcome: "claimed", isTakenOver: false };
    throw lostRace();
  }
  const { operationId: by, openedBy, state, personID } = known;
  if (state === "active" && by !== id && personID !== undefined)
    return { outcome: "done", by, personID };
  if (by === id) return { outcome: "claimed", isTakenOver: openedBy !== id };

  const owner = await operations.get(by);
  if (owner && !hasEnded(owner)) return { outcome: "busy" };
  if (await employees.takeOver(employeeId, by, id))
    return { outcome: "claimed", isTakenOver: true };
  throw lostRace();
}

function lostRace(): StepFailure {
  return new StepFailure("employee-changed", { retryable: true });
}
