import type {
  FindExecution,
  StartWorkflow,
} from "../../shared/workflow/execution.ts";
import type { Operation } from "../../shared/store/operation.ts";
import type { Operations } from "../../shared/store/operations.ts";
import type { Log } from "../../shared/log.ts";

export type DispatchDueDependencies = {
  operations: Operations;
  startWorkflow: StartWorkflow;
  findExecution: FindExecution;
  nowMs: () => number;
  /** No new batch is begun after this long: the next round goes on. */
  budgetMs: number;
  log: Log;
};

/** Started so often, every two minutes, an operation that never ran will not run: an hour. */
const maxRuns = 30;
/** Of each status, at a time. */
const batchSize = 25;

type Handle = (id: string) => Promise<"moved" | "stayed">;

/**
 * Looks, every minute, for what is to be done now: starts operations that have waited for this time, starts again what
 * was accepted and never ran, and flags what the engine has lost. An index knows them, so a round costs as much as there
 * is to do. Two rounds at once do no harm, for each change is one conditional write and a start has a name.
 *
 * @throws AggregateError after all others were looked after, so that trouble with one is seen and holds up nobody else
 */
export function createDispatchDue({
  operations,
  startWorkflow,
  findExecution,
  nowMs,
  budgetMs,
  log,
}: DispatchDueDependencies): () => Promise<void> {
  const start = async (operation: Operation | undefined) => {
    if (!operation) return "stayed" as const;
    await startWorkflow(operation);
    return "moved" as const;
  };

  const passes: [status: "waiting" | "accepted" | "running", handle: Handle][] =
    [
      ["waiting", async (id) => start(await operations.wake(id))],
      [
        "accepted",
        async (id) => {
          const operation = await operations.get(id);
          if (!operation) return "stayed";
          if (operation.run < maxRuns)
            return start(await operations.restart(operation));
          if (await operations.markNeverRan(operation))
            log.error("never ran", {
              operationId: id,
              type: operation.type,
              status: "needs_attention",
            });
          return "moved";
        },
      ],
      [
        "running",
        async (id) => {
          const operation = await operations.get(id);
          if (operation?.status !== "running") return "stayed";
          // First out of the way: what cannot be looked at must not hold up those behind it.
          await operations.checkLater(operation);
          const isAlive = await findExecution(operation.execution ?? "");
          if (!isAlive && (await operations.markLost(operation)))
            log.error("execution lost", {
              operationId: id,
              type: operation.type,
              status: "needs_attention",
            });
          return "moved";
        },
      ],
    ];

  return async function dispatchDue() {
    const untilMs = nowMs() + budgetMs;
    const errors: unknown[] = [];
    for (const [status, handle] of passes) {
      let moved: number;
      do {
        const ids = await operations.due(status, batchSize);
        const results = await Promise.allSettled(ids.map(handle));
        moved = results.filter(
          (one) => one.status === "fulfilled" && one.value === "moved",
        ).length;
        for (const one of results)
          if (one.status === "rejected") errors.push(one.reason);
        if (moved > 0) log.info("dispatched", { status, count: moved });
        // A batch of which nothing moved would come again.
      } while (moved === batchSize && nowMs() < untilMs);
    }
    if (errors.length === 0) return;
    log.error("dispatch failed", { count: errors.length });
    throw new AggregateError(errors, "some operations could not be started");
  };
}
