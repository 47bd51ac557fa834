import { type StepFailure, toStepFailure } from "./failure.ts";

export type Settled<T> =
  { ok: true; value: T } | { ok: false; failure: StepFailure };

/**
 * Turns a rejection into a value. A workflow that ends while a branch still runs would orphan that branch's effect: so
 * branches are settled, all of them, before anything is decided.
 */
export async function settle<T>(step: PromiseLike<T>): Promise<Settled<T>> {
  try {
    return { ok: true, value: await step };
  } catch (error) {
    return { ok: false, failure: toStepFailure(error) };
  }
}
