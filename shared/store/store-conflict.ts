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

/**
 * Demands that a conditional write took effect, because the steps after it rely on it.
 *
 * @param written - true, or the item as written
 * @throws StoreConflict `employee-changed`, worth another attempt, which reads the employee again
 */
export function requireWritten<T>(written: T | false | undefined): T {
  if (written === false || written === undefined)
    throw new StoreConflict("employee-changed", { retryable: true });
  return written;
}
