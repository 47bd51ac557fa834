import type { SealedBytes } from "../../../shared/sealed-bytes.ts";
import type { ReasonCode } from "../../../shared/reason-codes.ts";
import type {
  FinalOutcome,
  NewOperation,
  Operation,
  PersonFact,
  WaitingOutcome,
} from "../../../shared/store/operation.ts";
import type { Operations } from "../../../shared/store/operations.ts";
import type { IntakeStore } from "../../../shared/store/intake-store.ts";
import { startMs } from "./store-for-test.ts";

/** A new operation, as a receiver hands it to the store. */
export function newOperation(
  id: string,
  changes: Partial<NewOperation> = {},
): NewOperation {
  return {
    id,
    type: "employee.hired",
    caller: "hr",
    employeeId: "E-1",
    fingerprint: "f1",
    eventAtMs: startMs - 1000,
    mayOffboard: true,
    ...changes,
  };
}

/** Has an operation accepted together with its payload, as the receiver does. */
export async function acceptWith(
  { operations, payloads }: Pick<IntakeStore, "operations" | "payloads">,
  operation: NewOperation,
  content: { data: unknown; avatar?: SealedBytes },
  dueAtMs = 0,
): Promise<Operation> {
  const held = await payloads.prepare(operation, content, dueAtMs);
  return operations.accept(operation, held);
}

/** An outcome with a status, maybe a reason, and nothing else. */
export function outcomeOf(
  status: FinalOutcome["status"],
  reason?: ReasonCode,
): FinalOutcome {
  return { status, steps: {}, warnings: [], ...(reason && { reason }) };
}

/** A pause of a leaver's operation. */
export function pause(dueAtMs: number): WaitingOutcome {
  const phase = "grace";
  return { status: "waiting", phase, dueAtMs, steps: {}, warnings: [] };
}

/** Has an operation accepted, started as `<id>-1` and brought to an end or a pause. */
export async function runTo(
  operations: Operations,
  id: string,
  end: FinalOutcome | WaitingOutcome,
  changes: Partial<NewOperation> = {},
  told?: PersonFact,
): Promise<void> {
  const operation = await operations.accept(newOperation(id, changes));
  const execution = `${id}-1`;
  await operations.start(id, execution);
  await operations.finish({ ...operation, execution }, end, undefined, told);
}

/** What the verb "retry" of an operator does. */
export async function retry(
  operations: Operations,
  id: string,
): Promise<Operation | undefined> {
  const operation = await operations.get(id);
  return operation && operations.runAgain(operation, "caller:ops", "retried");
}
