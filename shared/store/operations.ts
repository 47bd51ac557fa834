import {
  change,
  isFinal,
  isErasable,
  type FinalOutcome,
  type NewOperation,
  type Operation,
  operationSchema,
  type WaitingOutcome,
  type StartedOperation,
  type Step,
} from "./operation.ts";
import type { ReasonCode } from "../reason-codes.ts";
import type { Where } from "../dynamodb/expressions.ts";
import { sweepAt, type Table } from "../dynamodb/table.ts";

const minuteMs = 60_000;
/** An operation that was accepted and does not run by then is started again. */
const startWithinMs = 2 * minuteMs;
/** How often it is looked whether the execution of a running operation is alive. */
const lookEveryMs = 10 * minuteMs;
/** An ended operation can be asked for this long; personal data is not in it. */
const keptAfterEndMs = 90 * 24 * 60 * minuteMs;

export type Operations = ReturnType<typeof createOperations>;

/**
 * Operations: the truth about what was asked and how far it got. Every change of status is one conditional write, which
 * also adds a line to the audit trail; so of two who want to change it, one does and the other learns that it lost.
 */
export function createOperations(table: Table, nowMs: () => number) {
  const get = async (id: string): Promise<Operation | undefined> => {
    const item = await table.get(key(id), operationSchema);
    return item && { ...item, id };
  };

  /** Resolves to the operation as it is then, or to undefined when it was not as `where` says. */
  async function move(
    id: string,
    status: Operation["status"],
    {
      by,
      where,
      set = {},
      remove = [],
      add = {},
      reason,
    }: {
      by: string;
      where: Where;
      set?: Record<string, unknown>;
      remove?: string[];
      add?: Record<string, number>;
      reason?: string | undefined;
    },
  ): Promise<Operation | undefined> {
    const atMs = nowMs();
    const moved = await table.updateAndGet(
      key(id),
      {
        set: { ...set, status, updatedAtMs: atMs },
        remove,
        add,
        append: { history: [change(status, by, atMs, reason)] },
        where,
      },
      operationSchema,
    );
    return moved && { ...moved, id };
  }

  async function find(
    query: Pick<Parameters<Table["ids"]>[0], "index" | "partition">,
    limit?: number,
  ): Promise<Operation[]> {
    const ids = await table.ids({
      ...query,
      newestFirst: true,
      ...(limit !== undefined && { limit }),
    });
    const found = await Promise.all(ids.map((id) => get(idOf(id))));
    return found.filter((operation) => operation !== undefined);
  }

  /** Has the workflow started once more, as an execution of its own. */
  const acceptAgain = (
    id: string,
    by: string,
    reason: string | undefined,
    where: Where,
    set: Record<string, unknown> = {},
  ) =>
    move(id, "accepted", {
      by,
      where,
      reason,
      set: { ...set, dueAtMs: nowMs() + startWithinMs },
      remove: ["execution", "reason", "expiresAtSeconds"],
      add: { run: 1 },
    });

  return {
    get,

    /** Whether there is such an operation and it has not ended. */
    async isUnderWay(id: string | undefined): Promise<boolean> {
      const operation = id === undefined ? undefined : await get(id);
      return operation !== undefined && !isFinal(operation);
    },

    /**
     * Stores a new operation: `waiting` when its time has not come, else `accepted`. Resolves to the one that is there
     * already when the id was used before.
     */
    async accept(
      operation: NewOperation,
      dueAtMs = 0,
    ): Promise<{ operation: Operation; isNew: boolean }> {
      const atMs = nowMs();
      const status = dueAtMs > atMs ? "waiting" : "accepted";
      const accepted: Operation = {
        ...operation,
        status,
        run: 1,
        dueAtMs: status === "waiting" ? dueAtMs : atMs + startWithinMs,
        steps: {},
        warnings: [],
        history: [change(status, `caller:${operation.caller}`, atMs)],
        createdAtMs: atMs,
        updatedAtMs: atMs,
      };
      const isNew = await table.putIfAbsent({
        ...accepted,
        id: key(operation.id),
        employmentOf: isOfEmployment(operation)
          ? operation.employeeId
          : undefined,
      });
      if (isNew) return { operation: accepted, isNew };
      const existing = await get(operation.id);
      if (!existing)
        throw new Error("an operation vanished while it was accepted again");
      return { operation: existing, isNew };
    },

    /**
     * Hands an accepted operation to an execution; handing it to the same one again is fine. Resolves to undefined when
     * it is not there to be run: unknown, waiting, ended, or another execution's.
     */
    async start(
      id: string,
      execution: string,
    ): Promise<StartedOperation | undefined> {
      const started =
        (await move(id, "running", {
          by: "workflow",
          where: { status: "accepted" },
          set: { execution, dueAtMs: nowMs() + lookEveryMs },
        })) ?? (await get(id));
      if (started?.status !== "running" || started.execution !== execution)
        return undefined;
      const { type, caller, employeeId, eventAtMs, fingerprint } = started;
      const { phase, isUndone, isConfirmedGone, releasedUntilMs } = started;
      const { warnings } = started;
      return {
        id,
        type,
        caller,
        employeeId,
        eventAtMs,
        fingerprint,
        phase,
        isUndone,
        isConfirmedGone,
        releasedUntilMs,
        warnings,
        execution,
      };
    },

    /** Progress for those who watch; the truth is written at the end. */
    async recordStep(id: string, name: string, step: Step): Promise<void> {
      await table.update(key(id), {
        set: { [`steps.${name}`]: step, updatedAtMs: step.atMs },
        where: { status: "running" },
      });
    },

    /**
     * Ends an operation, or lets it wait. Saying so again changes nothing, and nor does an execution that was given up for
     * lost: the operation is resolved to as it is then.
     */
    async finish(
      { id, execution }: Pick<StartedOperation, "id" | "execution">,
      { steps, ...rest }: FinalOutcome | WaitingOutcome,
    ): Promise<Operation | undefined> {
      const isPause = rest.status === "waiting";
      const finished = await move(id, rest.status, {
        by: "workflow",
        where: { status: "running", execution },
        set: {
          ...rest,
          ...Object.fromEntries(
            Object.entries(steps).map(([name, step]) => [
              `steps.${name}`,
              step,
            ]),
          ),
          ...(!isPause && sweepAt(nowMs() + keptAfterEndMs)),
        },
        remove: [
          "execution",
          ...(isPause ? [] : ["dueAtMs"]),
          // What was begun and did not succeed goes on from there when it is retried.
          ...(isErasable(rest) ? ["phase"] : []),
        ],
        reason: isPause ? rest.phase : rest.reason,
      });
      return finished ?? get(id);
    },

    /** Has a waiting operation started whose time has come. */
    wake: (id: string) =>
      acceptAgain(id, "scheduler", undefined, {
        status: "waiting",
        dueAtMs: { atMost: nowMs() },
      }),

    /** Has an accepted operation started again that should run by now. It stays accepted, so the trail says nothing. */
    restart: ({ id, run }: Pick<Operation, "id" | "run">) =>
      table
        .updateAndGet(
          key(id),
          {
            set: { dueAtMs: nowMs() + startWithinMs },
            add: { run: 1 },
            where: { status: "accepted", run, dueAtMs: { atMost: nowMs() } },
          },
          operationSchema,
        )
        .then((restarted) => restarted && { ...restarted, id }),

    /** Its execution is alive: look again later. */
    lookLater: ({ id, execution = "" }: Operation) =>
      table.update(key(id), {
        set: { dueAtMs: nowMs() + lookEveryMs },
        where: { status: "running", execution },
      }),

    /** Its execution is gone without a word: somebody has to look. */
    lose: ({ id, execution = "" }: Operation) =>
      move(id, "needs_attention", {
        by: "scheduler",
        where: { status: "running", execution },
        set: { reason: "execution-lost", ...sweepAt(nowMs() + keptAfterEndMs) },
        remove: ["dueAtMs", "execution"],
        reason: "execution-lost",
      }),

    /** It was started again and again, and never ran: somebody has to look. */
    giveUp: ({ id, run }: Pick<Operation, "id" | "run">) =>
      move(id, "needs_attention", {
        by: "scheduler",
        where: { status: "accepted", run },
        set: { reason: "never-ran", ...sweepAt(nowMs() + keptAfterEndMs) },
        remove: ["dueAtMs"],
        reason: "never-ran",
      }),

    /**
     * Cancels a waiting operation. What it had begun is taken back: it is accepted for that. Resolves to undefined when
     * it does not wait, or waits for something else by now.
     */
    async cancel(
      { id, phase }: Pick<Operation, "id" | "phase">,
      by: string,
      reason?: ReasonCode,
      sameAs?: string,
    ): Promise<Operation | undefined> {
      const isBegun = phase === "grace" && sameAs === undefined;
      const where: Where = {
        status: "waiting",
        phase: phase ?? { absent: true },
      };
      return isBegun
        ? acceptAgain(id, by, reason ?? "cancelled", where, { isUndone: true })
        : move(id, "cancelled", {
            by,
            where,
            set: { reason, sameAs, ...sweepAt(nowMs() + keptAfterEndMs) },
            remove: ["dueAtMs", "phase"],
            reason,
          });
    },

    /**
     * Has an operation that ended without success started again; whoever asked has been told already how it ended.
     * Resolves to undefined when it is not such a one.
     */
    retry: (id: string, by: string) =>
      acceptAgain(
        id,
        by,
        "retried",
        { status: { oneOf: ["failed", "needs_attention"] } },
        { isAnswerOwed: false },
      ),

    /**
     * The same for an operation that ended because the platform does not show the person: somebody has made sure that
     * the person is gone, and not hidden.
     */
    confirmGone: (id: string, by: string) =>
      acceptAgain(
        id,
        by,
        "confirmed-gone",
        { status: "needs_attention", reason: "person-missing" },
        { isConfirmedGone: true },
      ),

    /** Lets an operation past the deletion limit that held it. Resolves to undefined when the deletion limit does not hold it. */
    release: (id: string, by: string, untilMs: number) =>
      acceptAgain(
        id,
        by,
        "released",
        { status: "needs_attention", reason: "deletion-limit" },
        { releasedUntilMs: untilMs },
      ),

    /** Leaves the answer to the workflow. Resolves to false when there is nothing to wait for any more. */
    oweAnswer: (id: string) =>
      table.update(key(id), {
        set: { isAnswerOwed: true },
        where: { status: { oneOf: ["accepted", "running"] } },
      }),

    /** Takes the links out of a result, for they can name a person who is gone. */
    forgetRefs: (id: string) =>
      table.update(key(id), { set: { "result.refs": {} }, where: {} }),

    /** Those that somebody has to look at by now. An index knows them, so what is done about one is a conditional write. */
    async due(
      status: "waiting" | "accepted" | "running",
      limit: number,
    ): Promise<string[]> {
      const ids = await table.ids({
        index: "due",
        partition: ["status", status],
        upTo: ["dueAtMs", nowMs()],
        limit,
      });
      return ids.map(idOf);
    },

    /** The operations of an employee, newest first; the last of them may be missing for a moment. */
    ofEmployee: (employeeId: string, limit = 100): Promise<Operation[]> =>
      find({ index: "employee", partition: ["employeeId", employeeId] }, limit),

    /** All of them that hire, adopt or let go, newest first: what decides about somebody's life must miss none. */
    ofEmployment: (employeeId: string): Promise<Operation[]> =>
      find({ index: "employment", partition: ["employmentOf", employeeId] }),
  };
}

function isOfEmployment({ type }: Pick<Operation, "type">): boolean {
  return type.startsWith("employee.");
}

const prefix = "operation#";

function key(id: string): string {
  return prefix + id;
}

function idOf(itemId: string): string {
  return itemId.slice(prefix.length);
}
