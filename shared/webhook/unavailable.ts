import { errorNameOf } from "../error-name.ts";
import { findConfigurationError } from "../configuration-error.ts";
import type { Log } from "../log.ts";
import { CallerEntryError } from "./callers.ts";

/**
 * Logs the class of the error. For an invalid entry of the callers secret, the line has the caller and the issues; for
 * wrong configuration, such as a secret without its shape, it says what to correct.
 */
export function logUnavailable(log: Log, error: unknown): void {
  const wrong = findConfigurationError(error);
  log.error("unavailable", {
    error: errorNameOf(error),
    ...(wrong && { reason: wrong.code, issues: [wrong.message] }),
    ...(error instanceof CallerEntryError && {
      caller: error.caller,
      issues: [...error.issues],
    }),
  });
}
