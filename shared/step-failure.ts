import type { ReasonCode } from "./reason-codes.ts";

/**
 * Why a step failed, as a reason code. Our store throws it too, when another execution or event has changed an item
 * first. The engine's history keeps `name` and `message` of an error, so the message is the code and nothing else.
 * `retryable` and `retryAfterMs` are for the retry strategy and are not in the history.
 */
export class StepFailure extends Error {
  override readonly name = "StepFailure";
  readonly code: ReasonCode;
  /** Whether another attempt may succeed. */
  readonly retryable: boolean;
  readonly retryAfterMs: number;

  constructor(code: ReasonCode, { retryable = false, retryAfterMs = 0 } = {}) {
    super(code);
    this.code = code;
    this.retryable = retryable;
    this.retryAfterMs = retryAfterMs;
  }
}
