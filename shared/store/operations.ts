import * as z from "zod/mini";
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
  startedSchema,
  type WaitingOutcome,
} from "./operation.ts";
import { createAcceptance } from "./accept-operation.ts";
import { createBlockedOperations } from "./blocked-operations.ts";
import { createOperationLists } from "./operation-lists.ts";
import { createOperatorVerbs } from "./operator-verbs.ts";
import {
  checkEveryMs,
  createOperationWriter,
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
import { createProgress } from "./progress.ts";
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
    ...createProgress(writer),
    ...createScheduling(writer),
    ...createOperatorVerbs(writer),
    ...createBlockedOperations(writer),
    ...createOperationLists(writer),
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
  const { table, nowMs, setStatusAs } = writer;
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

    /** Erases the refs of a result, because they can name a person who is gone. */
    forgetRefs: (id: string) =>
      table.update(keyOf(id), { set: { "result.refs": {} }, where: {} }),
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
