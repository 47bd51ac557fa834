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

/** What an invocation came to; CRASHED stands for all that is no answer of a durable function. */
type Output =
  | z.infer<typeof outputSchema>
  | { Status: "CRASHED"; Error: ExecutionDocument["error"] };

/** Reads what a durable function returned. */
export function parseOutput(value: unknown): Output {
  return (
    outputSchema.safeParse(value).data ??
    toCrash(new Error("The function returned no durable execution output."))
  );
}

/** Reads why an invocation was rejected. */
export function toCrash(reason: unknown): Output {
  const { name, message } =
    reason instanceof Error ? reason : new Error(String(reason));
  return {
    Status: "CRASHED",
    Error: { ErrorType: name, ErrorMessage: message },
  };
}

export type AfterInvocationOptions = {
  nowMs: number;
  timeScale: number;
  /** Failed invocations in a row after which the execution fails. */
  maxFailedInvocations: number;
  /** Something ripened that the invocation may not have seen. */
  hasRipened: boolean;
};

/** Decides what an invocation's output means: the end, or `wakeAtMs` for the next invocation. */
export function afterInvocation(
  document: ExecutionDocument,
  output: Output,
  {
    nowMs,
    timeScale,
    maxFailedInvocations,
    hasRipened,
  }: AfterInvocationOptions,
): ExecutionDocument {
  // A sandbox that was given up must not write any more.
  const settled = { ...document, checkpointToken: randomUUID() };
  switch (output.Status) {
    case "SUCCEEDED":
      return { ...settled, status: "SUCCEEDED", result: output.Result };
    case "FAILED":
      return { ...settled, status: "FAILED", error: output.Error };
    case "PENDING": {
      const wakeAtMs = hasRipened ? nowMs : earliestDueAtMs(document);
      if (wakeAtMs !== Infinity) {
        return { ...settled, failedInvocations: 0, wakeAtMs };
      }
      const ErrorMessage = "The function waits for nothing that can happen.";
      const error = { ErrorType: "NothingPending", ErrorMessage };
      return { ...settled, status: "FAILED", error };
    }
    case "CRASHED": {
      const failedInvocations = document.failedInvocations + 1;
      if (failedInvocations >= maxFailedInvocations) {
        return { ...settled, status: "FAILED", error: output.Error };
      }
      const delayMs = Math.min(1000 * 2 ** (failedInvocations - 1), 60_000);
      const wakeAtMs = nowMs + delayMs * timeScale;
      return { ...settled, failedInvocations, wakeAtMs };
    }
  }
}
