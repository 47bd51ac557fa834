import type { Log } from "../../shared/log.ts";
import type { Operations } from "../../shared/store/operations.ts";
import type { StartWorkflow } from "../../shared/workflow/execution.ts";
import type { Pass } from "./run-pass.ts";
import { dayMs, minuteMs } from "../../shared/durations.ts";

type Dependencies = {
  operations: Pick<Operations, "due" | "get" | "restart" | "markNeverRan">;
  nowMs: () => number;
  /** Uniform in [0, 1), for the jitter. */
  random: () => number;
  log: Log;
};

/** The starts of workflows in one run of the scheduler. */
export type Starts = {
  /** @throws OperationFailure */
  start: StartWorkflow;
  /** Whether Lambda throttled a start. More starts would only add to the load. */
  areStopped: () => boolean;
};

const minPauseMs = 2 * minuteMs;
const maxPauseMs = 20 * minuteMs;
/** An operation that did not run within this time is given up. Lambda drops its own attempts after six hours. */
const maxAgeMs = dayMs;
/** An operation is started at least this often before it is given up, even if the scheduler did not run for a day. */
const minRestarts = 5;

/**
 * Starts accepted operations again, if they do not run. Lambda may only be saturated, and still have the earlier starts
 * in its queue. So each pause is as long as the operation has waited so far: about 2, 4, 8, 16 and then 20 minutes.
 */
export function restartAccepted(
  { operations, nowMs, random, log }: Dependencies,
  { start, areStopped }: Starts,
): Pass {
  return {
    name: "accepted",
    list: operations.due("accepted"),
    isOver: areStopped,
    async handle({ id }) {
      const operation = await operations.get(id);
      if (operation?.status !== "accepted") return "skipped";
      if ((operation.dueAtMs ?? 0) > nowMs()) return "skipped";
      // Only its start changes an accepted operation, so this is the time when it was accepted.
      const dueSinceMs = operation.updatedAtMs;
      const ageMs = nowMs() - dueSinceMs;
      if (ageMs >= maxAgeMs && (operation.restarts ?? 0) >= minRestarts) {
        if (!(await operations.markNeverRan(operation))) return "skipped";
        log.error("never ran", {
          operationId: id,
          type: operation.type,
          status: "needs_attention",
          reason: "never-ran",
        });
        return { dueSinceMs };
      }
      const pauseMs = Math.min(maxPauseMs, Math.max(minPauseMs, ageMs));
      const restarted = await operations.restart(
        operation,
        pauseMs * (0.5 + random() / 2),
      );
      if (!restarted) return "skipped";
      await start(restarted);
      return { dueSinceMs };
    },
  };
}
