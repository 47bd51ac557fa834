import type {
  ExecutionDocument,
  OperationUpdate,
} from "./execution-document.ts";
import { invalidParameter } from "../aws-error.ts";

/** @see Lambda Developer Guide, "Lambda quotas" */
const limits = {
  operations: 3_000,
  writtenBytes: 100 * 1024 * 1024,
  /** Of the result of one step. */
  resultBytes: 256 * 1024,
};

/** What an execution has used of its limits. */
export type Usage = ExecutionDocument["usage"];

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
