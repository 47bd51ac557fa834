import { toStepFailure } from "./failure.ts";
import type { StepFailure } from "../step-failure.ts";

export type Settled<T> =
  { ok: true; value: T } | { ok: false; failure: StepFailure };

/**
 * Turns a rejection into a value. A workflow that ended while a parallel branch still runs would lose the effect of
 * that branch, so a workflow settles all branches before it decides.
 */
export async function settle<T>(step: PromiseLike<T>): Promise<Settled<T>> {
  try {
    return { ok: true, value: await step };
  } catch (error) {
    return { ok: false, failure: toStepFailure(error) };
  }
}
