import type { ReasonCode } from "../../shared/reason-codes.ts";
import { ApiError, isRefusedSignIn } from "../../shared/community/errors.ts";
import { StepFailure, toStepFailure } from "../../shared/workflow/failure.ts";
import type { Attempt } from "../../shared/workflow/steps.ts";

/** How many of the wanted are there now; and why the platform does not take the rest, which no repetition would change. */
export type Seeded = { created: number; refused?: ReasonCode };

/** A new account may take a moment until it lets its person in. */
const refusalsUntilFinal = 3;

/** Tells a platform that does not offer this (an older version, a limit, no password sign-in) from one in trouble. */
export async function asSeeding(
  { attempt }: Attempt,
  seed: () => Promise<Seeded>,
): Promise<Seeded> {
  try {
    return await seed();
  } catch (error) {
    if (isRefusedSignIn(error)) {
      if (attempt >= refusalsUntilFinal)
        return { created: 0, refused: "person-not-admitted" };
      throw new StepFailure("person-not-admitted", { retryable: true });
    }
    const failure = toStepFailure(error);
    if (!(error instanceof ApiError) || failure.retryable) throw failure;
    return { created: 0, refused: failure.code };
  }
}

/** Like Promise.all, but a failure waits for the others: none is left running unwatched. */
export async function settleAll<T>(
  attempts: readonly Promise<T>[],
): Promise<T[]> {
  await Promise.allSettled(attempts);
  return Promise.all(attempts);
}
