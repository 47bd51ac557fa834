import * as z from "zod";
import { createHash, randomUUID } from "node:crypto";
import { localArn } from "../arn.ts";
import { invalidParameter } from "../aws-error.ts";
import { toFunctionError } from "./sandbox-messages.ts";

const errorObjectSchema = z.object({
  ErrorMessage: z.string().optional(),
  ErrorType: z.string().optional(),
  ErrorData: z.string().optional(),
  StackTrace: z.array(z.string()).optional(),
});

const identity = {
  Id: z.string(),
  ParentId: z.string().optional(),
  Name: z.string().optional(),
  Type: z.enum(["EXECUTION", "CONTEXT", "STEP", "WAIT"]),
  SubType: z.string().optional(),
};

/** A change of an operation of the engine, such as a step, that the durable execution SDK sends in a checkpoint. */
export const operationUpdateSchema = z.object({
  ...identity,
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
type OperationUpdate = z.infer<typeof operationUpdateSchema>;

/** An operation of the engine in the format of the invocation event, where timestamps are ISO 8601 text. */
const operationSchema = z.object({
  ...identity,
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
type EngineOperation = z.infer<typeof operationSchema>;

/** The whole state of an execution. At its end, durable-executions.ts empties `payload` and `operations`. */
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
  /** Tells, also after the end, whether a start with the same name has the same payload. */
  payloadHash: z.string(),
  payload: z.string(),
  operations: z.record(z.string(), operationSchema),
  /** Operations with further attempts, and bytes of results and errors. An execution of an old folder has none. */
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

type Started = Pick<ExecutionDocument, "functionName" | "name" | "payload">;

/** Creates an execution without an invocation. Its ARN depends only on the function and the name. */
export function newDocument(
  { functionName, name, payload }: Started,
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

/**
 * Lists the execution itself, then its operations. Operations inside an ended child context are left out. A context
 * begins before its operations, so it stands before them in the document.
 */
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
    // The SDK sets it if it needs the children to build a large result again.
    parent.ContextDetails?.ReplayChildren !== true
  );
}

function toIso(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

type Clock = {
  nowMs: number;
  /** Multiplies the delays of waits and retries. */
  timeScale: number;
};

/**
 * Applies all updates of a checkpoint, and replaces the checkpoint token. Unlike AWS, it accepts them in any order,
 * because only the SDK sends them.
 */
export function applyUpdates(
  document: ExecutionDocument,
  updates: readonly OperationUpdate[],
  clock: Clock,
): ExecutionDocument {
  const operations = { ...document.operations };
  let ended: Partial<ExecutionDocument> = {};
  for (const update of updates) {
    if (update.Type === "EXECUTION") {
      // The SDK ends an execution with a checkpoint if the result is too large for the output of an invocation.
      ended =
        update.Action === "SUCCEED"
          ? { status: "SUCCEEDED", result: update.Payload }
          : { status: "FAILED", error: update.Error };
    } else {
      operations[update.Id] = applyUpdate(operations[update.Id], update, clock);
    }
  }
  return { ...document, operations, checkpointToken: randomUUID(), ...ended };
}

/** Completes the waits that are due, and makes the retries that are due ready. */
export function resumeDueOperations(
  document: ExecutionDocument,
  nowMs: number,
): { document: ExecutionDocument; resumedIds: string[] } {
  const operations = { ...document.operations };
  const resumedIds: string[] = [];
  for (const operation of Object.values(operations)) {
    if (dueAtMs(operation) > nowMs) continue;
    resumedIds.push(operation.Id);
    operations[operation.Id] =
      operation.Type === "WAIT"
        ? { ...operation, Status: "SUCCEEDED", EndTimestamp: toIso(nowMs) }
        : { ...operation, Status: "READY" };
  }
  return { document: { ...document, operations }, resumedIds };
}

/** The time at which a wait or a retry is due; `Infinity` for other operations. */
function dueAtMs(operation: EngineOperation): number {
  const { Type, Status, WaitDetails, StepDetails } = operation;
  const isWaiting = Type === "WAIT" && Status === "STARTED";
  const endsAt = isWaiting ? WaitDetails?.ScheduledEndTimestamp : undefined;
  const retryAt =
    Status === "PENDING" ? StepDetails?.NextAttemptTimestamp : undefined;
  const due = endsAt ?? retryAt;
  return due === undefined ? Infinity : Date.parse(due);
}

function applyUpdate(
  current: EngineOperation | undefined,
  update: OperationUpdate,
  { nowMs, timeScale }: Clock,
): EngineOperation {
  const operation: EngineOperation = current ?? {
    Id: update.Id,
    ParentId: update.ParentId,
    Name: update.Name,
    Type: update.Type,
    SubType: update.SubType,
    Status: "STARTED",
    StartTimestamp: toIso(nowMs),
  };
  const dueIn = (seconds = 0) => toIso(nowMs + seconds * 1000 * timeScale);
  const details = { Result: update.Payload, Error: update.Error };
  const Attempt = (operation.StepDetails?.Attempt ?? 0) + 1;
  switch (update.Action) {
    case "START":
      return {
        ...operation,
        Status: "STARTED",
        ...(update.Type === "WAIT" && {
          WaitDetails: {
            ScheduledEndTimestamp: dueIn(update.WaitOptions?.WaitSeconds),
          },
        }),
      };
    case "RETRY":
      return {
        ...operation,
        Status: "PENDING",
        StepDetails: {
          ...details,
          Attempt,
          NextAttemptTimestamp: dueIn(
            update.StepOptions?.NextAttemptDelaySeconds,
          ),
        },
      };
    case "CANCEL":
      return { ...operation, Status: "CANCELLED", EndTimestamp: toIso(nowMs) };
    case "SUCCEED":
    case "FAIL":
      return {
        ...operation,
        Status: update.Action === "SUCCEED" ? "SUCCEEDED" : "FAILED",
        EndTimestamp: toIso(nowMs),
        ...(update.Type === "STEP"
          ? { StepDetails: { ...details, Attempt } }
          : { ContextDetails: { ...details, ...update.ContextOptions } }),
      };
  }
}

/** @see Lambda Developer Guide, "Lambda quotas" */
const limits = {
  operations: 3_000,
  writtenBytes: 100 * 1024 * 1024,
  /** The size of the result of one step. */
  resultBytes: 256 * 1024,
};

/**
 * Adds a checkpoint to the usage of an execution. A further attempt counts as an operation, as in the bill.
 *
 * @throws AwsError InvalidParameterValueException if the checkpoint is above a limit
 */
export function addUsage(
  { usage, operations }: ExecutionDocument,
  updates: readonly OperationUpdate[],
): ExecutionDocument["usage"] {
  const isTooLarge = ({ Type, Payload = "" }: OperationUpdate) =>
    Type === "STEP" && Buffer.byteLength(Payload) > limits.resultBytes;
  if (updates.some(isTooLarge))
    throw invalidParameter(
      `The result of a step has at most ${limits.resultBytes} bytes.`,
    );
  const newIds = new Set(
    updates.map(({ Id }) => Id).filter((id) => !operations[id]),
  );
  const repeated = updates.filter(({ Action }) => Action === "RETRY");
  const added = newIds.size + repeated.length;
  const next = {
    operations: usage.operations + added,
    writtenBytes: updates.reduce(
      (sum, one) => sum + sizeOf(one),
      usage.writtenBytes,
    ),
  };
  // A full execution can still end the operations that it has begun.
  if (added > 0 && next.operations > limits.operations)
    throw invalidParameter(
      `A durable execution has at most ${limits.operations} operations.`,
    );
  if (next.writtenBytes > limits.writtenBytes)
    throw invalidParameter(
      `A durable execution writes at most ${limits.writtenBytes} bytes.`,
    );
  return next;
}

function sizeOf({ Payload = "", Error }: OperationUpdate): number {
  return Buffer.byteLength(Payload + (Error ? JSON.stringify(Error) : ""));
}

const outputSchema = z.discriminatedUnion("Status", [
  z.object({ Status: z.literal("SUCCEEDED"), Result: z.string().optional() }),
  z.object({ Status: z.literal("FAILED"), Error: errorObjectSchema }),
  z.object({ Status: z.literal("PENDING") }),
]);

/** The output of an invocation. CRASHED: the invocation failed, or its result is none of a durable function. */
type InvocationOutput =
  | z.infer<typeof outputSchema>
  | { Status: "CRASHED"; Error: ExecutionDocument["error"] };

export function parseOutput(value: unknown): InvocationOutput {
  return (
    outputSchema.safeParse(value).data ??
    toCrashOutput(
      new Error("The function returned no durable execution output."),
    )
  );
}

export function toCrashOutput(reason: unknown): InvocationOutput {
  const { errorType, errorMessage } = toFunctionError(reason);
  const Error = { ErrorType: errorType, ErrorMessage: errorMessage };
  return { Status: "CRASHED", Error };
}

type ApplyOutputOptions = Clock & {
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
        : Math.min(...visibleOperations(document).map(dueAtMs));
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
