import { randomUUID } from "node:crypto";
import {
  toIso,
  visibleOperations,
  type ExecutionDocument,
  type EngineOperation,
  type OperationUpdate,
} from "./execution-document.ts";
import { invalidParameter } from "../aws-error.ts";

export type Clock = {
  nowMs: number;
  /** Multiplies the delays of waits and retries. */
  timeScale: number;
};

/**
 * Applies all updates of a checkpoint, and replaces the checkpoint token. Unlike AWS, it takes any order of updates: only
 * the SDK of AWS sends them.
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
      ended = endByUpdate(update);
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

/** The time at which the next wait or retry is due; `Infinity` if there is none. */
export function earliestDueAtMs(document: ExecutionDocument): number {
  return visibleOperations(document).map(dueAtMs).reduce(minimum, Infinity);
}

function dueAtMs(operation: EngineOperation): number {
  const due =
    operation.Type === "WAIT" && operation.Status === "STARTED"
      ? operation.WaitDetails?.ScheduledEndTimestamp
      : operation.Status === "PENDING"
        ? operation.StepDetails?.NextAttemptTimestamp
        : undefined;
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

/** The SDK ends an execution with a checkpoint if the result is too large for the output of an invocation. */
function endByUpdate(update: OperationUpdate): Partial<ExecutionDocument> {
  return update.Action === "SUCCEED"
    ? { status: "SUCCEEDED", result: update.Payload }
    : { status: "FAILED", error: update.Error };
}

function minimum(a: number, b: number): number {
  return Math.min(a, b);
}

/** @see Lambda Developer Guide, "Lambda quotas" */
const limits = {
  operations: 3_000,
  writtenBytes: 100 * 1024 * 1024,
  /** Of the result of one step. */
  resultBytes: 256 * 1024,
};

/** What an execution has used of its limits. */
type Usage = ExecutionDocument["usage"];

/**
 * Adds a checkpoint to the usage of an execution. A further attempt counts as an operation, as in the bill.
 *
 * @throws AwsError InvalidParameterValueException if the checkpoint is above a limit
 */
export function addUsage(
  { usage, operations }: ExecutionDocument,
  updates: readonly OperationUpdate[],
): Usage {
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
    writtenBytes: updates.map(sizeOf).reduce(sum, usage.writtenBytes),
  };
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

function isTooLarge({ Type, Payload = "" }: OperationUpdate): boolean {
  return Type === "STEP" && Buffer.byteLength(Payload) > limits.resultBytes;
}

function sizeOf({ Payload = "", Error }: OperationUpdate): number {
  return Buffer.byteLength(Payload + (Error ? JSON.stringify(Error) : ""));
}

function sum(a: number, b: number): number {
  return a + b;
}
