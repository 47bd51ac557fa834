import type { ErrorHandler } from "hono";
import { errorNameOf } from "../error-name.ts";
import { findConfigurationError } from "../configuration-error.ts";
import type { Log } from "../log.ts";
import { CallerEntryError } from "./callers.ts";
import { problem } from "./problem.ts";

/** Answers our own outage with 503 and never with 4xx, because senders drop an event that was answered 4xx. */
export function answerUnavailable(log: Log): ErrorHandler {
  return (error, c) => {
    logUnavailable(log, error);
    return problem(c, "unavailable", { headers: { "retry-after": "10" } });
  };
}

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
