import * as z from "zod/mini";
import { absent, type Where } from "../dynamodb/expressions.ts";
import type { ReasonCode } from "../reason-codes.ts";
import {
  type Operation,
  operationSchema,
  type StartedOperation,
  startedSchema,
  type Step,
} from "./operation.ts";
import {
  checkEveryMs,
  keyOf,
  type OperationWriter,
} from "./operation-writer.ts";
import { type Payload, payloadSchema } from "./payload.ts";

/** An operation with its payload, unless that is erased. */
const withPayloadSchema = z.extend(operationSchema, {
  payload: z.optional(payloadSchema),
});

/** An operation, and the execution that writes. */
type Execution = Pick<StartedOperation, "id" | "execution">;

/** What an execution writes from its start to the outcome. */
export function createExecutionWrites(writer: OperationWriter) {
  const { table, nowMs, setStatusAs } = writer;
  return {
    /**
     * Hands an accepted operation to an execution. Handing it to the same execution again is harmless. Resolves to
     * undefined when the operation is unknown, waits, is final, or belongs to another execution.
     *
     * @returns beside the operation its payload, which is personal data and must not be in the engine's history. It is
     *   undefined if it is erased
     */
    async start(
      id: string,
      execution: string,
    ): Promise<
      { operation: StartedOperation; payload: Payload | undefined } | undefined
    > {
      const startIf = (blockedSinceMs: Where[string], repeats?: "silent") =>
        setStatusAs(withPayloadSchema, id, "running", {
          by: "workflow",
          where: { status: "accepted", blockedSinceMs },
          set: { execution, dueAtMs: nowMs() + checkEveryMs },
          repeats,
        });
      // The audit trail of a blocked operation has no entry for each of its starts.
      const unblocked = await startIf(absent);
      const { item: started } =
        unblocked.item?.status === "accepted"
          ? await startIf({ above: 0 }, "silent")
          : unblocked;
      if (started?.status !== "running" || started.execution !== execution)
        return undefined;
      const operation: StartedOperation = {
        ...startedSchema.parse(started),
        execution,
        pausedIn: pausedIn(started),
        told: started.history.findLast(({ person }) => person)?.person,
        changed: started.result?.changed,
      };
      return { operation, payload: started.payload };
    },

    /**
     * Notes which fields of a person the operation writes next, because an attempt after a crash finds no difference.
     */
    noteChanges: (
      { id, execution }: Execution,
      personID: string,
      changed: readonly string[],
    ): Promise<boolean> =>
      table.update(keyOf(id), {
        set: { result: { personID, refs: {}, changed } },
        where: { status: "running", execution },
      }),

    /**
     * Shows that a step of a running operation has ended. This write may be lost, or come when another execution runs.
     */
    async recordStep(
      { id, execution }: Execution,
      name: string,
      step: Step,
    ): Promise<void> {
      await table.update(keyOf(id), {
        set: { [`steps.${name}`]: step, updatedAtMs: step.atMs },
        remove: ["reason"],
        where: { status: "running", execution },
      });
    },

    /** Shows why the latest attempt of a step of a running operation failed, until a step succeeds or the end. */
    async recordFailure(
      { id, execution }: Execution,
      reason: ReasonCode,
    ): Promise<void> {
      await table.update(keyOf(id), {
        set: { reason, updatedAtMs: nowMs() },
        where: { status: "running", execution },
      });
    },
  };
}

/** The entry of the last pauses, if the audit trail ends with them. */
function pausedIn(operation: Operation): StartedOperation["pausedIn"] {
  const { history, blockedSinceMs } = operation;
  const last = history.at(-1);
  if (blockedSinceMs === undefined || last?.status !== "waiting")
    return undefined;
  return { index: history.length - 1, times: last.times ?? 1 };
}
