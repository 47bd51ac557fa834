import * as z from "zod/mini";
import type { ReasonCode } from "../reason-codes.ts";
import { absent, type Where } from "../dynamodb/expressions.ts";
import type { Table } from "../dynamodb/table.ts";
import {
  type Operation,
  operationSchema,
  type StartedOperation,
  startedSchema,
  type Step,
} from "./operation.ts";
import { createAcceptance } from "./accept-operation.ts";
import { createOutcomes } from "./outcomes.ts";
import { createOperatorVerbs } from "./operator-verbs.ts";
import {
  checkEveryMs,
  createOperationWriter,
  idOf,
  keyOf,
  type OperationWriter,
} from "./operation-writer.ts";
import { type Payload, payloadSchema } from "./payload.ts";
import { createScheduling } from "./scheduling.ts";

export type Operations = ReturnType<typeof createOperations>;

/**
 * Operations are the truth about requested work and its progress. Every change of status is one conditional write. When
 * two writers want to change the same operation, one of them succeeds and the other one learns that it did not.
 */
export function createOperations(table: Table, nowMs: () => number) {
  const writer = createOperationWriter(table, nowMs);
  return {
    get: writer.get,
    ...createAcceptance(writer),
    ...createRun(writer),
    ...createScheduling(writer),
    ...createOperatorVerbs(writer),
    ...createOutcomes(writer),
  };
}

/** An operation with its payload, unless that is erased. */
const withPayloadSchema = z.extend(operationSchema, {
  payload: z.optional(payloadSchema),
});

/** From the first start to the outcome. */
function createRun(writer: OperationWriter) {
  const { table, nowMs, get, setStatusAs } = writer;
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
      const run = (blockedSinceMs: Where[string], repeats?: "silent") =>
        setStatusAs(withPayloadSchema, id, "running", {
          by: "workflow",
          where: { status: "accepted", blockedSinceMs },
          set: { execution, dueAtMs: nowMs() + checkEveryMs },
          repeats,
        });
      const fresh = await run(absent);
      const { item: started } =
        fresh.item?.status === "accepted"
          ? await run({ above: 0 }, "silent")
          : fresh;
      if (started?.status !== "running" || started.execution !== execution)
        return undefined;
      const operation: StartedOperation = {
        ...startedSchema.parse(started),
        execution,
        pausedIn: pausedIn(started),
        changed: started.result?.changed,
      };
      return { operation, payload: started.payload };
    },

    /**
     * Notes which fields of a person the operation writes next, because an attempt after a crash finds no difference.
     */
    noteChanges: (
      { id, execution }: Pick<StartedOperation, "id" | "execution">,
      personID: string,
      changed: readonly string[],
    ): Promise<boolean> =>
      table.update(keyOf(id), {
        set: { result: { personID, refs: {}, changed } },
        where: { status: "running", execution },
      }),

    /** Shows that a step of a running operation has ended. This write may be lost. */
    async recordStep(id: string, name: string, step: Step): Promise<void> {
      await table.update(keyOf(id), {
        set: { [`steps.${name}`]: step, updatedAtMs: step.atMs },
        remove: ["reason"],
        where: { status: "running" },
      });
    },

    /** Shows why the latest attempt of a step of a running operation failed, until a step succeeds or the end. */
    async recordFailure(id: string, reason: ReasonCode): Promise<void> {
      await table.update(keyOf(id), {
        set: { reason, updatedAtMs: nowMs() },
        where: { status: "running" },
      });
    },

    /** Erases the refs of a result, because they can name a person who is gone. */
    forgetRefs: (id: string) =>
      table.update(keyOf(id), { set: { "result.refs": {} }, where: {} }),

    /**
     * The operations of an employee, newest first. The index may lack the newest one for a moment.
     *
     * @param also - operations of the employee that are known and must not be lacking
     */
    async ofEmployee(
      employeeId: string,
      limit = Number.POSITIVE_INFINITY,
      also: readonly string[] = [],
    ): Promise<Operation[]> {
      const { entries } = await table.all(
        {
          index: "employee",
          partition: ["employeeId", employeeId],
          newestFirst: true,
          limit,
        },
        z.object({ id: z.string() }),
      );
      const ids = new Set([...entries.map((one) => idOf(one.id)), ...also]);
      const found = await Promise.all([...ids].map((id) => get(id)));
      return found
        .filter((operation) => operation !== undefined)
        .toSorted((one, other) => other.createdAtMs - one.createdAtMs);
    },
  };
}

/** The entry of the last pauses, if the audit trail ends with them. */
function pausedIn({
  history,
  blockedSinceMs,
}: Pick<
  Operation,
  "history" | "blockedSinceMs"
>): StartedOperation["pausedIn"] {
  const last = history.at(-1);
  if (blockedSinceMs === undefined || last?.status !== "waiting")
    return undefined;
  const { times = 1, person } = last;
  return { index: history.length - 1, times, person };
}
