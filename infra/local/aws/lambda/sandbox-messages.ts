// The worker imports this file. sandbox-worker.ts explains why it uses zod/mini.
import * as z from "zod/mini";

export const sandboxSetupSchema = z.object({
  /** Absolute path of an ESM bundle that exports `handler`. */
  bundle: z.string(),
  /** How far the clock is ahead of the machine, in shared memory. */
  clock: z.optional(z.instanceof(Float64Array)),
  /** Only if the sandbox freezes: the number of invocations that it was given, in shared memory. */
  invocations: z.optional(z.instanceof(Int32Array)),
});

/** A message from the sandbox to its worker. As in Lambda's runtime API, payloads are JSON text. */
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

/** Converts a thrown value to the format in which Lambda reports errors. */
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

/** A message from the worker to its sandbox: the bundle is loaded, or an invocation has ended. */
export const workerMessageSchema = z.union([
  z.literal("ready"),
  z.object({
    awsRequestId: z.string(),
    outcome: invocationOutcomeSchema,
  }),
]);
export type WorkerMessage = z.infer<typeof workerMessageSchema>;
