import * as z from "zod/mini";
import { absent, type Where } from "../dynamodb/expressions.ts";
import { isSaid } from "../event-types.ts";
import { type Blocker, blockers, type ReasonCode } from "../reason-codes.ts";
import { againAfterMs, createDueList, type DueList } from "./due-list.ts";
import {
  type Operation,
  operationSchema,
  storedTypeSchema,
} from "./operation.ts";
import {
  idOf,
  keyOf,
  lastTermination,
  operationPrefix,
  type OperationWriter,
} from "./operation-writer.ts";

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
    type: storedTypeSchema,
    employeeId: z.string(),
  }),
  z.transform(({ id, wakeOrder, type, employeeId }) => ({
    id: idOf(id),
    // The place in the order contains the time from which the operation waits.
    dueAtMs: wakeOrder % lastTermination,
    ...(isSaid(type) && { employeeId }),
  })),
);

/** What the scheduler reads and writes of operations. */
export function createScheduling(writer: OperationWriter) {
  const { table, nowMs, setStatus, acceptAgain } = writer;
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
    due: (status: DueStatus): DueList =>
      createDueList(table, nowMs, {
        index: "due",
        partition: ["status", status],
        time: "dueAtMs",
        prefix: operationPrefix,
      }),

    /** Accepts a waiting operation whose time has come. */
    wake: async (id: string) => {
      const isDue: Where = { status: "waiting", dueAtMs: { atMost: nowMs() } };
      const wakeIf = (where: Where, repeats?: "silent") =>
        acceptAgain(id, "scheduler", undefined, where, {}, repeats);
      return (
        (await wakeIf({ ...isDue, blockedBy: absent })) ??
        (await wakeIf({ ...isDue, blockedBy: { oneOf: blockers } }, "silent"))
      );
    },

    /**
     * Accepts an operation that should run by now for another run. The audit trail stays, because the status does.
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

    /**
     * Accepts a running operation again, because its execution is gone without an outcome. `restart` starts the next
     * execution later, as a request of this one may still be on its way. After each loss, the time is twice as long.
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
