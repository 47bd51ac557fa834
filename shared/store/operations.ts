import * as z from "zod/mini";
import { isSaid, toStoredEventType } from "../event-types.ts";
import { type Blocker, blockers, type ReasonCode } from "../reason-codes.ts";
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
import {
  blockFields,
  checkEveryMs,
  createOperationWriter,
  idOf,
  keyOf,
  lastTermination,
  operationPrefix,
  type OperationWriter,
} from "./operation-writer.ts";
import { type Payload, payloadSchema } from "./payload.ts";
import type { Ruling } from "../employment/statement.ts";
import { payloadAttributes } from "./payloads.ts";
import { heldReasons, type TrailReason } from "./verbs.ts";
import { againAfterMs, createDueList, type DueList } from "./due-list.ts";

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
        told: started.history.findLast(({ person }) => person)?.person,
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
  return { index: history.length - 1, times: last.times ?? 1 };
}

/**
 * What operators, and later events, do with operations that are settled. Each write resolves to the operation as stored
 * afterwards, or to undefined when it has changed since it was read.
 */
function createOperatorVerbs({
  nowMs,
  setStatus,
  acceptAgain,
}: OperationWriter) {
  async function endAsCancelled(
    id: string,
    by: string,
    where: Where,
    reason: ReasonCode,
    {
      dueAtMs,
      note,
      ...set
    }: {
      sameAs?: string | undefined;
      ruling?: Ruling | undefined;
      dueAtMs?: number | undefined;
      note?: string;
    },
  ): Promise<Operation | undefined> {
    return setStatus(id, "cancelled", {
      by,
      where,
      set: { ...set, dueAtMs, reason },
      remove: [
        ...(dueAtMs === undefined ? ["dueAtMs"] : []),
        "phase",
        ...blockFields,
        ...payloadAttributes,
      ],
      reason,
      note,
    });
  }

  return {
    /**
     * Cancels a waiting operation that says nothing about an employment, and erases its payload.
     *
     * @param sameAs - the operation that overtakes this one
     */
    cancel: (
      { id, phase }: Pick<Operation, "id" | "phase">,
      by: string,
      reason: ReasonCode,
      sameAs?: string,
    ): Promise<Operation | undefined> => {
      const where: Where = { status: "waiting", phase: phase ?? absent };
      return endAsCancelled(id, by, where, reason, { sameAs });
    },

    /**
     * Runs a hire again that ended, or waits for a time, without the avatar, tasks and streams of its person. It may have
     * been cancelled by a termination that was cancelled later.
     *
     * @param isIdle - its execution, if it has one, does not bring them
     */
    retryExtras: (id: string, by: string, isIdle: boolean) =>
      acceptAgain(id, by, "person-created", [
        {
          status: { oneOf: ["failed", "needs_attention"] },
          reason: { noneOf: heldReasons },
        },
        { status: "cancelled", reason: "terminated-since" },
        { status: "waiting", phase: absent, blockedBy: absent },
        {
          status: "waiting",
          phase: { oneOf: ["creation", "start"] },
          blockedBy: absent,
        },
        ...(isIdle ? [{ status: "running" }] : []),
      ]),

    /**
     * Closes an operation that an operator has repaired by hand. Its payload is erased.
     *
     * @param options.isOpen - something is left to be done of it, at the employee: by `closeOperation`, or by the scheduler
     */
    resolve: (
      operation: Operation,
      by: string,
      note: string,
      { ruling, isOpen }: { ruling: Ruling | undefined; isOpen: boolean },
    ): Promise<Operation | undefined> => {
      const { dueAtMs = absent } = operation;
      const where = { ...unchanged(operation), dueAtMs };
      return endAsCancelled(operation.id, by, where, "resolved", {
        note,
        ruling,
        dueAtMs: isOpen || dueAtMs !== absent ? nowMs() : undefined,
      });
    },

    /**
     * Runs an operation again because of a verb. This write is all that a verb does: what the operator has decided lies in
     * it, and the run says that first. No answer in chat is owed any more: the user knows the first outcome.
     */
    runAgain: (
      operation: Operation,
      by: string,
      trail: TrailReason,
      ruling?: Ruling,
    ) =>
      acceptAgain(operation.id, by, trail, unchanged(operation), {
        ruling,
        ...(operation.isAnswerOwed && { isAnswerOwed: false }),
      }),
  };
}

function unchanged({ status, run, reason, phase }: Operation): Where {
  return { status, run, reason: reason ?? absent, phase: phase ?? absent };
}

/** The statuses in which the scheduler handles an operation. */
type DueStatus =
  "waiting" | "accepted" | "running" | "needs_attention" | "cancelled";

/** Operations that wait for the end of an outage, by their first and last place in the order in which it wakes them. */
const groups = {
  terminations: [0, lastTermination],
  others: [lastTermination, Number.MAX_SAFE_INTEGER],
  all: [0, Number.MAX_SAFE_INTEGER],
} as const;

const blockedEntrySchema = z.pipe(
  z.object({
    id: z.string(),
    wakeOrder: z.number(),
    type: z.pipe(z.string(), z.transform(toStoredEventType)),
    employeeId: z.string(),
  }),
  z.transform(({ id, wakeOrder, type, employeeId }) => ({
    id: idOf(id),
    dueAtMs: wakeOrder % lastTermination,
    ...(isSaid(type) && { employeeId }),
  })),
);

/** What the scheduler does with operations. */
function createScheduling({
  table,
  nowMs,
  setStatus,
  acceptAgain,
}: OperationWriter) {
  /** Ends an operation that did not run or whose execution is gone, so that an operator sees it. */
  const needAttention = (
    id: string,
    reason: "execution-lost" | "never-ran",
    where: Record<string, string | number>,
  ) =>
    setStatus(id, "needs_attention", {
      by: "scheduler",
      where,
      set: { reason },
      remove: ["dueAtMs", "execution"],
      reason,
    });

  return {
    /** The operations of a status that are due. */
    due: (status: DueStatus): DueList =>
      createDueList(table, nowMs, {
        index: "due",
        partition: ["status", status],
        time: "dueAtMs",
        prefix: operationPrefix,
      }),

    /** Accepts a waiting operation whose time has come. */
    wake: async (id: string) => {
      const due: Where = { status: "waiting", dueAtMs: { atMost: nowMs() } };
      const wake = (where: Where, repeats?: "silent") =>
        acceptAgain(id, "scheduler", undefined, where, {}, repeats);
      return (
        (await wake({ ...due, blockedBy: absent })) ??
        (await wake({ ...due, blockedBy: { oneOf: blockers } }, "silent"))
      );
    },

    /**
     * Accepts an operation for another run that should run by now. The audit trail stays, because the status does.
     *
     * @param pauseMs - when it is started again, if it does not run until then
     */
    async restart(
      { id, run }: Pick<Operation, "id" | "run">,
      pauseMs = againAfterMs,
    ): Promise<Operation | undefined> {
      const { applied, item } = await table.updateOrRead(
        keyOf(id),
        {
          set: { dueAtMs: nowMs() + pauseMs },
          add: { run: 1, restarts: 1 },
          where: { status: "accepted", run, dueAtMs: { atMost: nowMs() } },
        },
        operationSchema,
      );
      return applied ? { ...item, id } : undefined;
    },

    /** Postpones the next check of a running operation. Resolves to false when it is not due, or does not run so. */
    checkLater: ({ id, execution = "" }: Operation) =>
      table.update(keyOf(id), {
        set: { dueAtMs: nowMs() + checkEveryMs },
        where: {
          status: "running",
          execution,
          dueAtMs: { atMost: nowMs() },
        },
      }),

    /**
     * Accepts a running operation again whose execution is gone without an outcome. Its next start waits, because a
     * request of the execution may still be on its way. After each loss it waits longer.
     */
    acceptLost: ({ id, execution = "", losses = 0 }: Operation) =>
      setStatus(id, "accepted", {
        by: "scheduler",
        where: { status: "running", execution },
        set: { dueAtMs: nowMs() + againAfterMs * 2 ** losses },
        remove: ["execution", "restarts", "reason"],
        add: { losses: 1 },
        reason: "execution-lost",
      }),

    /** Notes that nothing is left to be done of an operation that has ended. */
    noteClosed: ({ id, dueAtMs = 0 }: Pick<Operation, "id" | "dueAtMs">) =>
      table.update(keyOf(id), {
        remove: ["dueAtMs"],
        where: {
          status: { oneOf: ["needs_attention", "cancelled"] },
          dueAtMs,
        },
      }),

    /** The operations that wait for the end of an outage, the oldest first. */
    blockedBy: (
      outage: Blocker,
      group: keyof typeof groups,
    ): Pick<DueList, "page"> => ({
      page: (limit, from) =>
        table.page(
          {
            index: "outage",
            partition: ["outage", outage],
            between: ["wakeOrder", ...groups[group]],
            limit,
          },
          blockedEntrySchema,
          from,
        ),
    }),

    /** Accepts an operation that waits for the end of an outage. Its own pauses begin anew. */
    unblock: (id: string, outage: Blocker) =>
      acceptAgain(
        id,
        "scheduler",
        undefined,
        { status: "waiting", outage },
        { pauses: 0 },
        "silent",
      ),

    /** Lets an operation that waits for the end of an outage show its cause. False: there was nothing to do. */
    showCause: (
      id: string,
      outage: Blocker,
      reason: ReasonCode,
    ): Promise<boolean> =>
      table.update(keyOf(id), {
        set: { reason, updatedAtMs: nowMs() },
        where: { status: "waiting", outage, reason: { noneOf: [reason] } },
      }),

    /** Marks a running operation whose execution is gone without an outcome. */
    markLost: ({ id, execution = "" }: Operation) =>
      needAttention(id, "execution-lost", { status: "running", execution }),

    /** Marks an accepted operation that was started again and again, and never ran. */
    markNeverRan: ({ id, run }: Pick<Operation, "id" | "run">) =>
      needAttention(id, "never-ran", { status: "accepted", run }),
  };
}
