import type { ReasonCode } from "../reason-codes.ts";

/** A conditional write that did not take effect, because another operation or event changed the item first. */
export class StoreConflict extends Error {
  override readonly name = "StoreConflict";
  readonly code: ReasonCode;
  /** Whether another attempt may succeed. */
  readonly retryable: boolean;

  constructor(code: ReasonCode, { retryable }: { retryable: boolean }) {
    super(code);
    this.code = code;
    this.retryable = retryable;
  }
}
