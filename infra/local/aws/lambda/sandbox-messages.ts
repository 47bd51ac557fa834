// Loaded beside the bundles: sandbox-worker.ts says why this is not the whole of zod.
import * as z from "zod/mini";

/** What a sandbox's worker is started with. */
export const sandboxSetupSchema = z.object({
  /** Absolute path of an ESM bundle that exports `handler`. */
  bundle: z.string(),
});

/** From the sandbox to its worker. Payloads are JSON text, as they are for Lambda's runtime. */
export const invocationSchema = z.object({
  awsRequestId: z.string(),
  payload: z.string(),
  deadlineMs: z.number(),
  functionName: z.string(),
  invokedFunctionArn: z.string(),
  memoryLimitInMB: z.string(),
});
export type Invocation = z.infer<typeof invocationSchema>;

export const functionErrorSchema = z.object({
  errorType: z.string(),
  errorMessage: z.string(),
});
export type FunctionError = z.infer<typeof functionErrorSchema>;

/** Whatever was thrown, as Lambda reports it. */
export function toFunctionError(thrown: unknown): FunctionError {
  const { name, message } =
    thrown instanceof Error ? thrown : new Error(String(thrown));
  return { errorType: name, errorMessage: message };
}

export const invocationOutcomeSchema = z.discriminatedUnion("status", [
  z.object({ status: z.literal("returned"), payload: z.string() }),
  z.object({ status: z.literal("failed"), error: functionErrorSchema }),
]);
export type InvocationOutcome = z.infer<typeof invocationOutcomeSchema>;

const invocationAnswerSchema = z.object({
  awsRequestId: z.string(),
  outcome: invocationOutcomeSchema,
});

/** From the worker back to its sandbox: the bundle is loaded, or an invocation has ended. */
export const workerMessageSchema = z.union([
  z.literal("ready"),
  invocationAnswerSchema,
]);
export type WorkerMessage = z.infer<typeof workerMessageSchema>;
