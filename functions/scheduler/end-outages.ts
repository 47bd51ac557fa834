import type { Log } from "../../shared/log.ts";
import type { Blocker } from "../../shared/store/operation.ts";
import type { Store } from "../../shared/store/store.ts";
import type { StartWorkflow } from "../../shared/workflow/execution.ts";
import { failureOf, type Probes } from "../../shared/workflow/find-outage.ts";
import { describeError } from "./operation-failure.ts";

export type EndOutagesDependencies = {
  store: Pick<Store, "outages" | "operations">;
  probes: Probes;
  startWorkflow: StartWorkflow;
  nowMs: () => number;
  log: Log;
};

/** The platform has just come back, so the operations do not come all at once. */
const wakesPerRun = 300;
const batchSize = 25;
/** So long after the end of an outage, the scheduler looks for operations that began to wait at its last moment. */
const lateMs = 60 * 60_000;

/**
 * Creates the function that the scheduler runs every minute. While an outage lasts, it sends a probe when one is due.
 * When a probe succeeds, the outage is over, and the operations that wait for its end go on: terminations first.
 *
 * @throws AggregateError after everything else is handled, with the errors of the operations that could not be woken; the
 *   errors of our store
 */
export function createEndOutages({
  store: { outages, operations },
  probes,
  startWorkflow,
  nowMs,
  log,
}: EndOutagesDependencies): () => Promise<void> {
  /** Resolves to whether operations that wait for this blocker can go on. */
  async function isOver(blocker: Blocker): Promise<boolean> {
    const outage = await outages.get(blocker);
    if (outage?.beganAtMs === undefined)
      return nowMs() - (outage?.answeredAtMs ?? 0) < lateMs;
    if (nowMs() < (outage.probeAtMs ?? 0)) return false;
    if (!(await outages.leaseProbe(blocker))) return false;
    const reason = await failureOf(probes[blocker], blocker);
    if (reason !== undefined) {
      await outages.noteFailure(blocker, reason, outage);
      return false;
    }
    if (await outages.noteAnswer(blocker))
      log.info("outage over", { blockedBy: blocker, reason: outage.reason });
    return true;
  }

  async function wake(
    id: string,
    blocker: Blocker,
    errors: unknown[],
  ): Promise<boolean> {
    const operation = await operations
      .unblock(id, blocker)
      .catch((error: unknown) => {
        errors.push(error);
        log.error("not dispatched", {
          status: "waiting",
          operationId: id,
          ...describeError(error),
        });
      });
    if (!operation) return false;
    // If the start fails, the scheduler starts the accepted operation again.
    await startWorkflow(operation).catch((error: unknown) =>
      log.warn("not started", {
        operationId: id,
        error: error instanceof Error ? error.name : "unknown",
      }),
    );
    return true;
  }

  /** Wakes the first operations. An entry of the index that is out of date wakes none. Resolves to their number. */
  async function wakeFirst(
    ids: string[],
    blocker: Blocker,
    errors: unknown[],
  ): Promise<number> {
    let count = 0;
    for (let from = 0; from < ids.length && count < wakesPerRun;) {
      const batch = ids.slice(from, (from += batchSize));
      const woken = await Promise.all(
        batch.map((id) => wake(id, blocker, errors)),
      );
      count += woken.filter(Boolean).length;
    }
    if (count > 0) log.info("dispatched", { blockedBy: blocker, count });
    return count;
  }

  return async function endOutages() {
    const errors: unknown[] = [];
    for (const blocker of ["configuration", "platform"] as const) {
      if (!(await isOver(blocker))) continue;
      const { terminations, others } = await operations.blockedBy(blocker);
      // The others follow in the next run, so that the terminations are ahead of them also at the platform.
      if ((await wakeFirst(terminations, blocker, errors)) === 0)
        await wakeFirst(others, blocker, errors);
    }
    if (errors.length > 0)
      throw new AggregateError(errors, "some operations could not be woken");
  };
}
