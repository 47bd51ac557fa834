import type { DurableContext } from "@aws/durable-execution-sdk-js";
import type { Operation } from "../store/operation.ts";
import { stepOfRound } from "../store/step-names.ts";
import { StepFailure } from "./failure.ts";
import type { Steps } from "./steps.ts";

/** Another operation is at work on the employee. `isBlocked`: it waits itself, so it takes longer than an hour. */
export type Busy = { kind: "busy"; isBlocked?: boolean };

/** The claim of an operation behind another one that is under way. */
export function busyBehind({ blockedBy }: Pick<Operation, "blockedBy">): Busy {
  return { kind: "busy", isBlocked: blockedBy !== undefined };
}

/** Pauses double from 1 s to 30 s, so the rounds take an hour. */
const maxRounds = 120;

/**
 * Steps "claim", "claim 2", ...: repeats a claim until it is this operation's turn. The execution sleeps in between,
 * which costs nothing.
 *
 * @param claim - resolves to `busy` as long as another operation is at work on the employee
 * @param first - the result of the first claim, if the step "start" has made it
 * @throws StepFailure `employee-busy` when the other operation does not end within an hour; `employee-blocked` when it
 *   waits itself
 */
export async function awaitTurn<
  C extends { kind: string; isBlocked?: boolean },
>(
  context: DurableContext,
  steps: Steps,
  claim: () => Promise<C>,
  first?: C,
): Promise<Exclude<C, Busy>> {
  for (let round = 1; round <= maxRounds; round++) {
    const made = round === 1 ? first : undefined;
    const claimed =
      made ?? (await steps.store(stepOfRound("claim", round), claim));
    if (isOurs(claimed)) return claimed;
    if (claimed.isBlocked) throw new StepFailure("employee-blocked");
    const seconds = Math.min(30, 2 ** Math.min(round - 1, 5));
    await context.wait(`wait ${round}`, { seconds });
  }
  throw new StepFailure("employee-busy");
}

function isOurs<C extends { kind: string }>(
  claim: C,
): claim is Exclude<C, Busy> {
  return claim.kind !== "busy";
}
