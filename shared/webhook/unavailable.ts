import type { ErrorHandler } from "hono";
import type { Log } from "../log.ts";
import { CallerEntryError } from "./callers.ts";
import { problem } from "./problem.ts";

/** Answers trouble of our own with 503, never with a 4xx, because senders drop what was answered so. */
export function answerUnavailable(log: Log): ErrorHandler {
  return (error, c) => {
    logUnavailable(log, error);
    return problem(c, "unavailable", { headers: { "retry-after": "10" } });
  };
}

/** Notes why a request could not be served, for those who can do something about it. */
export function logUnavailable(log: Log, error: unknown): void {
  const name = error instanceof Error ? error.name : "unknown";
  log.error("unavailable", {
    error: name,
    ...(error instanceof CallerEntryError && {
      caller: error.caller,
      issues: [...error.issues],
    }),
  });
}
