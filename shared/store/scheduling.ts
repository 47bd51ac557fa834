import { sweepAt } from "../dynamodb/table.ts";
import { type Operation, operationSchema } from "./operation.ts";
import {
  checkEveryMs,
  idOf,
  keptAfterEndMs,
  keyOf,
  type OperationWriter,
  startWithinMs,
} from "./operation-writer.ts";

/** What the scheduler does with operations. */
export function createScheduling({
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
      set: { reason, ...sweepAt(nowMs() + keptAfterEndMs) },
      remove: ["dueAtMs", "execution"],
      reason,
    });

  return {
    /**
     * The operations of a status that are due by now, the most overdue first. An index lists them, which may be a
     * moment old, so every change that follows is a conditional write.
     */
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

    /** Accepts a waiting operation whose time has come. */
    wake: (id: string) =>
      acceptAgain(id, "scheduler", undefined, {
        status: "waiting",
        dueAtMs: { atMost: nowMs() },
      }),

    /** Accepts an operation for another run that should run by now. The audit trail stays, because the status does. */
    restart: ({ id, run }: Pick<Operation, "id" | "run">) =>
      table
        .updateAndGet(
          keyOf(id),
          {
            set: { dueAtMs: nowMs() + startWithinMs },
            add: { run: 1 },
            where: { status: "accepted", run, dueAtMs: { atMost: nowMs() } },
          },
          operationSchema,
        )
        .then((restarted) => restarted && { ...restarted, id }),

    /** Postpones the next check of a running operation. */
    checkLater: ({ id, execution = "" }: Operation) =>
      table.update(keyOf(id), {
        set: { dueAtMs: nowMs() + checkEveryMs },
        where: { status: "running", execution },
      }),

    /** Marks a running operation whose execution is gone without an outcome. */
    markLost: ({ id, execution = "" }: Operation) =>
      needAttention(id, "execution-lost", { status: "running", execution }),

    /** Marks an accepted operation that was started again and again, and never ran. */
    markNeverRan: ({ id, run }: Pick<Operation, "id" | "run">) =>
      needAttention(id, "never-ran", { status: "accepted", run }),
  };
}
