import type { Log } from "../../shared/log.ts";
import type { Blocker, ReasonCode } from "../../shared/reason-codes.ts";
import type { Store } from "../../shared/store/store.ts";
import type { StartWorkflow } from "../../shared/workflow/execution.ts";
import { hasChanged, type Outage } from "../../shared/store/outages.ts";
import {
  failureOf,
  type Probes,
  tellOutage,
} from "../../shared/workflow/find-outage.ts";
import { describeError, type Pass, runPass } from "./run-pass.ts";
import { hourMs } from "../../shared/durations.ts";

export type EndOutagesDependencies = {
  store: Pick<Store, "outages" | "operations">;
  probes: Probes;
  startWorkflow: StartWorkflow;
  nowMs: () => number;
  log: Log;
};

/** A platform that has just come back must not get all operations at once. */
const wakesPerRun = 300;
const budgetMs = 20_000;
/** For this time after an outage, the scheduler looks for operations that began to wait at its last moment. */
const lateMs = hourMs;

/**
 * Creates the function that the scheduler runs every minute. While an outage lasts, it sends a probe when one is due.
 * If the cause has changed, a notice tells it, and the waiting operations show it. When a probe succeeds, the outage is
 * over, and the operations that wait for its end go on: terminations first.
 *
 * @throws AggregateError after everything else is handled, with the errors of the operations that could not be handled;
 *   the errors of our store
 */
export function createEndOutages({
  store: { outages, operations },
  probes,
  startWorkflow,
  nowMs,
  log,
}: EndOutagesDependencies): () => Promise<void> {
  /** Whether operations that wait for this blocker can go on. */
  async function isOver(blocker: Blocker, outage?: Outage): Promise<boolean> {
    /** Writes the line that keeps the alarm of the outage on, as long as it comes each minute. */
    const sayThatItLasts = (reason: ReasonCode | undefined): false => {
      log.info("outage lasts", { blockedBy: blocker, reason });
      return false;
    };
    if (outage?.beganAtMs === undefined)
      return nowMs() - (outage?.answeredAtMs ?? 0) < lateMs;
    if (nowMs() < (outage.probeAtMs ?? 0)) return sayThatItLasts(outage.reason);
    // Another run of the scheduler may send the probe now.
    if (!(await outages.leaseProbe(blocker, outage)).applied) return false;
    const reason = await failureOf(probes[blocker], blocker);
    if (reason !== undefined) {
      if (hasChanged(blocker, outage, reason))
        await tellOutage({ outages, log }, "changed", blocker, reason);
      await outages.noteFailure(blocker, reason, outage);
      return sayThatItLasts(reason);
    }
    const { reason: cause = "unexpected" } = outage;
    await tellOutage({ outages, log }, "over", blocker, cause);
    await outages.noteAnswer(blocker, outage);
    return true;
  }

  /** Lets all operations that wait for this blocker show the cause that counts now, if it has changed. */
  async function showCause(
    blocker: Blocker,
    untilMs: number,
  ): Promise<unknown[]> {
    const outage = await outages.get(blocker);
    const { isShownLate = false, reason } = outage ?? {};
    if (!outage || !isShownLate || reason === undefined) return [];
    const pass: Pass = {
      name: "blocked",
      list: operations.blockedBy(blocker, "all"),
      handle: async ({ id, dueAtMs }) =>
        (await operations.showCause(id, blocker, reason))
          ? { dueSinceMs: dueAtMs }
          : "skipped",
    };
    const { errors } = await runPass(pass, { nowMs, untilMs, log });
    // If operations are left, the next run goes on.
    if (errors.length === 0 && nowMs() < untilMs)
      await outages.noteShown(blocker, outage);
    return errors;
  }

  /**
   * Wakes the operations of a group that wait for this blocker, but only one of each employee. It does the moves of the
   * others, too, which would reserve calls that they do not make. Operations that it leaves go on in a later run.
   */
  const wakeBlocked = (
    blocker: Blocker,
    group: "terminations" | "others",
    wokenFor: Map<string, Promise<boolean>>,
  ): Pass => ({
    name: "blocked",
    limit: wakesPerRun,
    list: operations.blockedBy(blocker, group),
    async handle({ id, dueAtMs, employeeId = id }) {
      // Entries are handled in parallel, so one waits for the entry of the same employee before it.
      const before = wokenFor.get(employeeId) ?? Promise.resolve(false);
      const waking = before.then((isAwake) =>
        isAwake ? undefined : operations.unblock(id, blocker),
      );
      wokenFor.set(
        employeeId,
        waking.then(
          (woken) => woken !== undefined || before,
          () => false,
        ),
      );
      const operation = await waking;
      if (!operation) return "skipped";
      // If the start fails, the scheduler starts the accepted operation again.
      await startWorkflow(operation).catch((error: unknown) =>
        log.warn("not started", { operationId: id, ...describeError(error) }),
      );
      return { dueSinceMs: dueAtMs };
    },
  });

  return async function endOutages() {
    const untilMs = nowMs() + budgetMs;
    const errors: unknown[] = [];
    /** By employee: whether an operation is woken. */
    const wokenFor = new Map<string, Promise<boolean>>();
    for (const blocker of ["configuration", "platform"] as const) {
      const outage = await outages.get(blocker);
      if (!(await isOver(blocker, outage))) {
        if (outage?.beganAtMs !== undefined)
          errors.push(...(await showCause(blocker, untilMs)));
        continue;
      }
      for (const group of ["terminations", "others"] as const) {
        const pass = wakeBlocked(blocker, group, wokenFor);
        const { count, errors: failed } = await runPass(pass, {
          nowMs,
          untilMs,
          log,
        });
        errors.push(...failed);
        // The others follow in the next run, so that the terminations reach the platform first.
        if (count > 0) break;
      }
    }
    if (errors.length > 0)
      throw new AggregateError(errors, "some operations could not be handled");
  };
}
