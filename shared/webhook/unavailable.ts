import { errorNameOf } from "../error-name.ts";
import { findConfigurationError } from "../configuration-error.ts";
import type { Log } from "../log.ts";
import { CallerEntryError } from "./callers.ts";

/**
 * Logs the class of the error, for an invalid entry of the callers secret its caller and issues, and for a secret that
 * does not have its shape what to correct.
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
