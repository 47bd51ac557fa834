import { ApiError, isRefusedSignIn } from "../../../shared/community/errors.ts";
import type { ReasonCode } from "../../../shared/reason-codes.ts";
import {
  StepFailure,
  toStepFailure,
} from "../../../shared/workflow/failure.ts";
import type { Attempt } from "../../../shared/workflow/steps.ts";

/** Why some of the items are not created, and why a retry would not help. */
export type Seeded = { refused?: ReasonCode };

/** A new account may need a moment until its person can sign in. */
const maxRefusedSignIns = 3;

/**
 * Distinguishes a platform that does not offer tasks or streams (an older version, a limit, no sign-in by password) from
 * a platform that fails. The first is a result, because no repetition would change it. So are an employee who has left,
 * and an initial password that was changed or erased.
 */
export async function refusalAsResult(
  { attempt }: Attempt,
  { wasBegunBefore }: { wasBegunBefore: boolean },
  seed: () => Promise<Seeded>,
): Promise<Seeded> {
  try {
    return await seed();
  } catch (error) {
    if (isRefusedSignIn(error)) {
      // The person may have signed in since the first run, and changed the password.
      const refused = wasBegunBefore
        ? "tasks-not-seeded"
        : "person-not-admitted";
      if (attempt >= maxRefusedSignIns) return { refused };
      throw new StepFailure("person-not-admitted", { retryable: true });
    }
    const failure = toStepFailure(error);
    if (failure.code === "password-erased")
      return { refused: "tasks-not-seeded" };
    const isFinal = error instanceof ApiError && !failure.retryable;
    if (isFinal || failure.code === "left-since")
      return { refused: failure.code };
    throw failure;
  }
}

/** Like Promise.all, but a rejection waits for the others, so that no call is still running afterwards. */
export async function allOrFirstFailure<T>(
  calls: readonly Promise<T>[],
): Promise<T[]> {
  await Promise.allSettled(calls);
  return Promise.all(calls);
}
