import type { DurableContext } from "@aws/durable-execution-sdk-js";
import { StepFailure } from "./failure.ts";
import type { Steps } from "./steps.ts";

/** Another operation is at work on the employee. */
export type Busy = { outcome: "busy" };

/** Pauses double from 1 s to 30 s, so the rounds take an hour. */
const maxRounds = 120;

/**
 * Steps "claim", "claim 2", ...: repeats a claim until it is this operation's turn. The execution sleeps in between,
 * which costs nothing.
 *
 * @param claim - resolves to `busy` as long as another operation is at work on the employee
 * @throws StepFailure `employee-busy` when the other operation does not end within an hour
 */
export async function awaitTurn<C extends { outcome: string }>(
  context: DurableContext,
  steps: Steps,
  claim: () => Promise<C>,
): Promise<Exclude<C, Busy>> {
  for (let round = 1; round <= maxRounds; round++) {
    const name = round === 1 ? "claim" : `claim ${round}`;
    const claimed = await steps.store(name, claim);
    if (isOurs(claimed)) return claimed;
    const seconds = Math.min(30, 2 ** Math.min(round - 1, 5));
    await context.wait(`wait ${round}`, { seconds });
  }
  throw new StepFailure("employee-busy");
}

function isOurs<C extends { outcome: string }>(
  claim: C,
): claim is Exclude<C, Busy> {
  return claim.outcome !== "busy";
}
