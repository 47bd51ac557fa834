import { errorCodeOf } from "../../shared/error-name.ts";
import type { Operation } from "../../shared/store/operation.ts";

/** An operation that could be read, and could not be handled. The cause says why. */
export class OperationFailure extends Error {
  override readonly name = "OperationFailure";
  readonly type: Operation["type"];

  constructor({ type }: Pick<Operation, "type">, cause: unknown) {
    super("an operation could not be handled", { cause });
    this.type = type;
  }
}

/** What the log may say of an error: names and codes, because a message may quote data. */
export function describeError(error: unknown): {
  type?: Operation["type"];
  error: string;
  cause?: string;
} {
  if (error instanceof OperationFailure)
    return { type: error.type, ...describeError(error.cause) };
  if (!(error instanceof Error)) return { error: "unknown" };
  const cause = nameOf(error.cause);
  return { error: error.name, ...(cause !== undefined && { cause }) };
}

function nameOf(cause: unknown): string | undefined {
  return cause instanceof Error
    ? (errorCodeOf(cause) ?? cause.name)
    : undefined;
}
