import type { ReasonCode } from "./reason-codes.ts";

/**
 * A part of our own is not as it must be: a secret, our store, or the version of this software. An operator corrects
 * it, and the operations that wait for it go on. The message says what to correct, and never has a value: the log shows
 * it.
 */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
  readonly code: ReasonCode;
  readonly retryable = true;

  constructor(code: ReasonCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
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
