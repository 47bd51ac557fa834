import { randomUUID } from "node:crypto";
import * as z from "zod";
import {
  errorObjectSchema,
  type ExecutionDocument,
} from "./execution-document.ts";
import { earliestDueAtMs } from "./execution-updates.ts";

const outputSchema = z.discriminatedUnion("Status", [
  z.object({ Status: z.literal("SUCCEEDED"), Result: z.string().optional() }),
  z.object({ Status: z.literal("FAILED"), Error: errorObjectSchema }),
  z.object({ Status: z.literal("PENDING") }),
]);

/** The output of an invocation. CRASHED means that the function returned no output of a durable function. */
export type InvocationOutput =
  | z.infer<typeof outputSchema>
  | { Status: "CRASHED"; Error: ExecutionDocument["error"] };

/** Parses the return value of a durable function. */
export function parseOutput(value: unknown): InvocationOutput {
  return (
    outputSchema.safeParse(value).data ??
    toCrashOutput(
      new Error("The function returned no durable execution output."),
    )
  );
}

/** Converts the rejection of an invocation. */
export function toCrashOutput(reason: unknown): InvocationOutput {
  const { name, message } =
    reason instanceof Error ? reason : new Error(String(reason));
  return {
    Status: "CRASHED",
    Error: { ErrorType: name, ErrorMessage: message },
  };
}

export type ApplyOutputOptions = {
  nowMs: number;
  timeScale: number;
  /** Whether an operation became due that the invocation may not have seen. */
  hasResumedOperations: boolean;
};

/** Consecutive failed invocations after which an execution fails. */
const maxFailedInvocations = 10;

/** Applies the output of an invocation: it ends the execution or sets `nextInvocationAtMs`. */
export function applyOutput(
  document: ExecutionDocument,
  output: InvocationOutput,
  { nowMs, timeScale, hasResumedOperations }: ApplyOutputOptions,
): ExecutionDocument {
  // The new token rejects later checkpoints of this invocation's sandbox.
  const updated = { ...document, checkpointToken: randomUUID() };
  switch (output.Status) {
    case "SUCCEEDED":
      return { ...updated, status: "SUCCEEDED", result: output.Result };
    case "FAILED":
      return { ...updated, status: "FAILED", error: output.Error };
    case "PENDING": {
      const nextInvocationAtMs = hasResumedOperations
        ? nowMs
        : earliestDueAtMs(document);
      if (nextInvocationAtMs !== Infinity) {
        return { ...updated, failedInvocations: 0, nextInvocationAtMs };
      }
      const ErrorMessage =
        "The function is pending, but no wait or retry is scheduled.";
      const error = { ErrorType: "NothingPending", ErrorMessage };
      return { ...updated, status: "FAILED", error };
    }
    case "CRASHED": {
      const failedInvocations = document.failedInvocations + 1;
      if (failedInvocations >= maxFailedInvocations) {
        return { ...updated, status: "FAILED", error: output.Error };
      }
      const delayMs = Math.min(1000 * 2 ** (failedInvocations - 1), 60_000);
      const nextInvocationAtMs = nowMs + delayMs * timeScale;
      return { ...updated, failedInvocations, nextInvocationAtMs };
    }
  }
}
