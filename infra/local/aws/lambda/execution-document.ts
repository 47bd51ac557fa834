import { createHash, randomUUID } from "node:crypto";
import * as z from "zod";
import { localArn } from "../arn.ts";

export const errorObjectSchema = z.object({
  ErrorMessage: z.string().optional(),
  ErrorType: z.string().optional(),
  ErrorData: z.string().optional(),
  StackTrace: z.array(z.string()).optional(),
});

const operationTypeSchema = z.enum(["EXECUTION", "CONTEXT", "STEP", "WAIT"]);

/** A change of an operation that the durable execution SDK sends in a checkpoint. */
export const operationUpdateSchema = z.object({
  Id: z.string(),
  ParentId: z.string().optional(),
  Name: z.string().optional(),
  Type: operationTypeSchema,
  SubType: z.string().optional(),
  Action: z.enum(["START", "SUCCEED", "FAIL", "RETRY", "CANCEL"]),
  Payload: z.string().optional(),
  Error: errorObjectSchema.optional(),
  ContextOptions: z
    .object({ ReplayChildren: z.boolean().optional() })
    .optional(),
  StepOptions: z
    .object({ NextAttemptDelaySeconds: z.number().optional() })
    .optional(),
  WaitOptions: z.object({ WaitSeconds: z.number().optional() }).optional(),
});
export type OperationUpdate = z.infer<typeof operationUpdateSchema>;

/** An operation in the format of the invocation event, where timestamps are ISO 8601 text. */
const operationSchema = z.object({
  Id: z.string(),
  ParentId: z.string().optional(),
  Name: z.string().optional(),
  Type: operationTypeSchema,
  SubType: z.string().optional(),
  Status: z.enum([
    "STARTED",
    "PENDING",
    "READY",
    "SUCCEEDED",
    "FAILED",
    "CANCELLED",
  ]),
  StartTimestamp: z.string(),
  EndTimestamp: z.string().optional(),
  ExecutionDetails: z.object({ InputPayload: z.string() }).optional(),
  ContextDetails: z
    .object({
      ReplayChildren: z.boolean().optional(),
      Result: z.string().optional(),
      Error: errorObjectSchema.optional(),
    })
    .optional(),
  StepDetails: z
    .object({
      Attempt: z.number().optional(),
      NextAttemptTimestamp: z.string().optional(),
      Result: z.string().optional(),
      Error: errorObjectSchema.optional(),
    })
    .optional(),
  WaitDetails: z.object({ ScheduledEndTimestamp: z.string() }).optional(),
});
export type EngineOperation = z.infer<typeof operationSchema>;

/** The whole state of an execution. After its end, `payload` and `operations` are empty. */
export const executionDocumentSchema = z.object({
  id: z.string(),
  arn: z.string(),
  functionName: z.string(),
  name: z.string(),
  /** The version of the function that began the execution. */
  version: z.number().default(1),
  status: z.enum(["RUNNING", "SUCCEEDED", "FAILED", "STOPPED", "TIMED_OUT"]),
  startedAtMs: z.number(),
  endedAtMs: z.number().optional(),
  payloadHash: z.string(),
  payload: z.string(),
  operations: z.record(z.string(), operationSchema),
  /** Operations with their further attempts, and bytes of results and errors. A stored execution may lack it. */
  usage: z
    .object({ operations: z.number(), writtenBytes: z.number() })
    .default({ operations: 0, writtenBytes: 0 }),
  /** The only token that the next checkpoint may use. */
  checkpointToken: z.string(),
  /** Consecutive invocations that crashed, timed out or threw an error. */
  failedInvocations: z.number(),
  /** Time of the next invocation. It is absent during an invocation. */
  nextInvocationAtMs: z.number().optional(),
  result: z.string().optional(),
  error: errorObjectSchema.optional(),
});
export type ExecutionDocument = z.infer<typeof executionDocumentSchema>;

/** Creates an execution without an invocation. Its ARN depends only on the function and the name. */
export function newDocument(
  functionName: string,
  name: string,
  payload: string,
  startedAtMs: number,
): ExecutionDocument {
  const id = hash(`${functionName}/${name}`).slice(0, 32);
  const resource = `function:${functionName}:1/durable-execution/${name}/${id}`;
  return {
    id,
    arn: localArn("lambda", resource),
    functionName,
    name,
    version: 1,
    status: "RUNNING",
    startedAtMs,
    payloadHash: hash(payload),
    payload,
    operations: {},
    usage: { operations: 0, writtenBytes: 0 },
    checkpointToken: randomUUID(),
    failedInvocations: 0,
  };
}

/** Lists the execution itself, then its operations. Operations inside an ended child context are left out. */
export function visibleOperations(
  document: ExecutionDocument,
): EngineOperation[] {
  const execution: EngineOperation = {
    Id: document.id,
    Type: "EXECUTION",
    Status: "STARTED",
    StartTimestamp: toIso(document.startedAtMs),
    ExecutionDetails: { InputPayload: document.payload },
  };
  const hiddenIds = new Set<string>();
  const operations = Object.values(document.operations).filter((operation) => {
    const parentId = operation.ParentId ?? "";
    const parent = document.operations[parentId];
    if (!hiddenIds.has(parentId) && !hidesChildren(parent)) return true;
    hiddenIds.add(operation.Id);
    return false;
  });
  return [execution, ...operations];
}

function hidesChildren(parent: EngineOperation | undefined): boolean {
  return (
    (parent?.Status === "SUCCEEDED" || parent?.Status === "FAILED") &&
    parent.ContextDetails?.ReplayChildren !== true
  );
}

export function toIso(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
