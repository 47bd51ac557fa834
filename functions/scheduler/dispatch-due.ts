import type {
  FindExecution,
  StartWorkflow,
} from "../../shared/workflow/execution.ts";
import type { Settings } from "../../shared/employment/statement.ts";
import type { CloseDependencies } from "../../shared/store/close-operation.ts";
import type { Operations } from "../../shared/store/operations.ts";
import type { Payloads } from "../../shared/store/payloads.ts";
import type { Log } from "../../shared/log.ts";
import { checkRunning } from "./check-running.ts";
import { closeOperations } from "./close-operations.ts";
import { erasePayloads } from "./erase-payloads.ts";
import type { Pass } from "./pass.ts";
import { restartAccepted } from "./restart-accepted.ts";
import { runPass } from "./run-pass.ts";
import { createStarts } from "./starts.ts";
import { wakeWaiting } from "./wake-waiting.ts";

export type DispatchDueDependencies = {
  operations: Operations;
  employees: CloseDependencies["store"]["employees"];
  rules: Settings;
  payloads: Pick<Payloads, "due" | "eraseDue" | "postpone">;
  startWorkflow: StartWorkflow;
  /** Whether a start failed because of too many requests, so that other starts will fail too. */
  isThrottled: (error: unknown) => boolean;
  findExecution: FindExecution;
  nowMs: () => number;
  /** Uniform in [0, 1), for jitter. */
  random: () => number;
  /** After this time the run begins nothing more. The next run continues. */
  budgetMs: number;
  log: Log;
};

/**
 * Creates the function that the scheduler runs every minute. Its passes go side by side, so that a long list of one
 * does not take the time of another. They find their work by an index, so the cost of a run depends only on what is
 * due. Two runs at the same time do no harm: each change is one conditional write, and each execution has a name.
 *
 * @throws AggregateError after everything else is handled, so an error is visible and delays nothing else
 */
export function createDispatchDue(
  dependencies: DispatchDueDependencies,
): () => Promise<void> {
  const { operations, employees, rules, nowMs, budgetMs, log } = dependencies;
  const closing = { store: { operations, employees }, rules, nowMs };
  return async function dispatchDue() {
    const starts = createStarts(dependencies);
    const passes: Pass[] = [
      wakeWaiting(operations, starts),
      restartAccepted(dependencies, starts),
      checkRunning(dependencies),
      closeOperations(closing, "needs_attention"),
      closeOperations(closing, "cancelled"),
      erasePayloads(dependencies),
    ];
    const untilMs = nowMs() + budgetMs;
    const results = await Promise.all(
      passes.map((pass) => runPass(pass, { nowMs, untilMs, log })),
    );
    const errors = results.flatMap((result) => result.errors);
    if (errors.length === 0) return;
    log.error("dispatch failed", { count: errors.length });
    throw new AggregateError(errors, "some operations could not be handled");
  };
}
