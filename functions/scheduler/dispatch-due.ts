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
  /** After this time no new batch begins. The next run continues. */
  budgetMs: number;
  log: Log;
};

/** An operation that never runs is started every two minutes, so the scheduler gives it up after an hour. */
const maxRuns = 30;
/** Operations of one status that are handled in parallel. */
const batchSize = 25;

type HandleOperation = (id: string) => Promise<"moved" | "stayed">;

type Pass = {
  status: "waiting" | "accepted" | "running";
  handle: HandleOperation;
};

/**
 * Creates the function that the scheduler runs every minute. It starts waiting operations that are due, starts
 * accepted operations again that never ran, and flags running operations whose execution is lost. It finds them by an
 * index, so its cost depends only on their number. Two runs at the same time do no harm: each change is one
 * conditional write, and each execution has a name.
 *
 * @throws AggregateError after all other operations are handled, so an error is visible and delays no other operation
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

  const restart: HandleOperation = async (id) => {
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
  };

  const checkExecution: HandleOperation = async (id) => {
    const operation = await operations.get(id);
    if (operation?.status !== "running") return "stayed";
    // Postponed first: an operation whose execution cannot be read must not delay the operations after it.
    await operations.checkLater(operation);
    const isRunning = await findExecution(operation.execution ?? "");
    if (!isRunning && (await operations.markLost(operation)))
      log.error("execution lost", {
        operationId: id,
        type: operation.type,
        status: "needs_attention",
      });
    return "moved";
  };

  const passes: Pass[] = [
    {
      status: "waiting",
      handle: async (id) => start(await operations.wake(id)),
    },
    { status: "accepted", handle: restart },
    { status: "running", handle: checkExecution },
  ];

  return async function dispatchDue() {
    const untilMs = nowMs() + budgetMs;
    const errors: unknown[] = [];
    for (const { status, handle } of passes) {
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
        // Without a moved operation, the next batch would be the same one.
      } while (moved === batchSize && nowMs() < untilMs);
    }
    if (errors.length === 0) return;
    log.error("dispatch failed", { count: errors.length });
    throw new AggregateError(errors, "some operations could not be started");
  };
}
