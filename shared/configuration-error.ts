import type { ReasonCode } from "./reason-codes.ts";

/**
 * A part of our own is not as it must be: a secret, our store, or the version of this software. An operator corrects it, and the operations that wait
 * for it go on.
 */
export class ConfigurationError extends Error {
  override readonly name: string = "ConfigurationError";
  readonly code: ReasonCode;
  /** What to correct, as sentences that never have a value. The log shows them. */
  readonly issues: readonly string[];
  readonly retryable = true;

  constructor(code: ReasonCode, issue: string, cause?: unknown) {
    super(issue, { cause });
    this.code = code;
    this.issues = [issue];
  }
}

/** Finds the configuration error that is, or that caused, another error: a login fails without the secret. */
export function findConfigurationError(
  error: unknown,
): ConfigurationError | undefined {
  if (error instanceof ConfigurationError) return error;
  return error instanceof Error && error.cause !== undefined
    ? findConfigurationError(error.cause)
    : undefined;
}
