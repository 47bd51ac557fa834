import * as z from "zod/mini";
import type { ReasonCode } from "../reason-codes.ts";
import { absent, type Where } from "../dynamodb/expressions.ts";
import type { Table } from "../dynamodb/table.ts";
import {
  type BlockedOutcome,
  type FinalOutcome,
  isErasable,
  type Operation,
  operationSchema,
  type PersonFact,
  type StartedOperation,
  type Step,
  startedSchema,
  type WaitingOutcome,
} from "./operation.ts";
import { createAcceptance } from "./accept-operation.ts";
import { createOperatorVerbs } from "./operator-verbs.ts";
import {
  checkEveryMs,
  createOperationWriter,
  idOf,
  keyOf,
  missing,
  type OperationWriter,
} from "./operation-writer.ts";
import { personFactOf } from "./notices.ts";
import {
  endOfPayload,
  erasePayload,
  isPayloadDue,
  keepNeeded,
  keepPayload,
} from "./payloads.ts";
import { type Payload, payloadSchema } from "./payload.ts";
import { createScheduling } from "./scheduling.ts";
import { createShownOutcomes } from "./show-outcome.ts";

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
    ...createShownOutcomes(writer),
  };
}

/** What happens to the payload at the end of an operation. An answer in chat that is owed needs it. */
type PayloadAtEnd =
  "erase" | "keep" | "keep for an answer" | { neededUntilMs: number };

/** An operation with its payload, unless that lies apart or is erased. */
const withPayloadSchema = z.extend(operationSchema, {
  payload: z.optional(payloadSchema),
});

type FinishedOperation = Pick<
  StartedOperation,
  | "id"
  | "execution"
  | "apart"
  | "payloadUntilMs"
  | "blockedSinceMs"
  | "pausedIn"
> &
  Partial<Pick<StartedOperation, "type">>;

/** From the first start to the outcome. */
function createRun(writer: OperationWriter) {
  const { table, nowMs, get, setStatusAs } = writer;
  return {
    /**
     * Hands an accepted operation to an execution. Handing it to the same execution again is harmless. Resolves to
     * undefined when the operation is unknown, waits, is final, or belongs to another execution.
     *
     * @returns beside the operation its payload, which is personal data and must not be in the engine's history. It is
     *   undefined if it lies apart or is erased
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
     * Ends an operation, or lets it wait. Repeating it changes nothing. An execution that was given up as lost changes
     * nothing either. Resolves to the operation as stored afterwards.
     *
     * @param payload - what happens to it; an operation that waits keeps it. @default erases it when the operation
     *   cannot be retried
     * @param told - what the run did with the person's access
     */
    async finish(
      operation: FinishedOperation,
      outcome: FinalOutcome | WaitingOutcome | BlockedOutcome,
      payload: PayloadAtEnd = isErasable(outcome) ? "erase" : "keep",
      told?: PersonFact,
    ): Promise<Operation | undefined> {
      const { id, execution } = operation;
      const { steps, ...rest } = outcome;
      const isWaiting = rest.status === "waiting";
      const kept = isWaiting
        ? await keepPayload(table, operation, rest.dueAtMs)
        : typeof payload === "object"
          ? await keepNeeded(table, operation, payload.neededUntilMs)
          : {};
      const person = told ?? personFactOf(outcome);
      const isPause = "blockedBy" in rest;
      const isTold =
        person === undefined || person === operation.pausedIn?.person;
      const write = (where: Where | readonly Where[], erases: boolean) => {
        const end = erases ? endOfPayload(operation, nowMs()) : undefined;
        return setStatusAs(operationSchema, id, rest.status, {
          by: "workflow",
          where,
          set: {
            ...rest,
            ...Object.fromEntries(
              Object.entries(steps).map(([name, step]) => [
                `steps.${name}`,
                step,
              ]),
            ),
            ...kept,
            ...end?.set,
          },
          remove: [
            "execution",
            "losses",
            ...missing(rest, ["dueAtMs", "reason"]),
            // A retry of an operation that did not succeed goes on in its phase.
            ...(isErasable(rest) ? ["phase"] : []),
            ...(end?.remove ?? []),
            ...(operation.blockedSinceMs === undefined
              ? []
              : missing(rest, resumeFields)),
          ],
          reason:
            isPause || rest.status !== "waiting" ? rest.reason : rest.phase,
          person,
          repeats: isPause && isTold ? operation.pausedIn : undefined,
        });
      };
      const running: Where = { status: "running", execution };
      const owesAnswer = payload === "keep for an answer";
      const unowed = owesAnswer
        ? await write(unlessAnswerOwed(running), true)
        : undefined;
      const { item: ended } = unowed?.applied
        ? unowed
        : await write(running, payload === "erase");
      if (ended && isPayloadDue(ended, nowMs()))
        await erasePayload(table, ended);
      return ended;
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
      const listed = await table.ids({
        index: "employee",
        partition: ["employeeId", employeeId],
        newestFirst: true,
        limit,
      });
      const ids = new Set([...listed.map(idOf), ...also]);
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

/** What an operation that was blocked knows of it. It forgets all that its new outcome does not have. */
const resumeFields = ["blockedSinceMs", "pauses", "mayBeShown"] as const;

function unlessAnswerOwed(where: Where): Where[] {
  return [
    { ...where, isAnswerOwed: absent },
    { ...where, isAnswerOwed: false },
  ];
}
