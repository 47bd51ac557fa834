import type {
  FindExecution,
  StartPlan,
  StartWorkflow,
} from "../../shared/workflow/execution.ts";
import {
  type CloseDependencies,
  closeOperation,
} from "../../shared/store/close-operation.ts";
import type { Employees } from "../../shared/store/employees.ts";
import type { Operations } from "../../shared/store/operations.ts";
import type { Payloads } from "../../shared/store/payloads.ts";
import type { Log } from "../../shared/log.ts";
import { type PlanRuns, runningPlans } from "../../shared/store/plan-runs.ts";
import { checkPlans } from "./check-plans.ts";
import { checkRunning } from "./check-running.ts";
import { restartAccepted, type Starts } from "./restart-accepted.ts";
import { OperationFailure, type Pass, runPass } from "./run-pass.ts";

export type DispatchDueDependencies = {
  operations: Operations;
  /** `free` removes a runner whose execution has died. */
  employees: CloseDependencies["store"]["employees"] & Pick<Employees, "free">;
  payloads: Pick<Payloads, "due" | "eraseIfDue" | "prolong">;
  startWorkflow: StartWorkflow;
  /** Only in a deployment with lists. */
  plans?: PlanRuns;
  startPlan?: StartPlan;
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
 * Creates the function that the scheduler runs every minute. Its passes run in parallel, so that a long list of one
 * pass does not take the time of another. They find their work by an index, so the cost of a run depends only on what
 * is due. Two runs at the same time do no harm: each change is one conditional write, and each execution has a name.
 *
 * @throws AggregateError after everything else is handled, so an error is visible and delays nothing else
 */
export function createDispatchDue(
  dependencies: DispatchDueDependencies,
): () => Promise<void> {
  const { operations, plans, startPlan } = dependencies;
  const { nowMs, budgetMs, log } = dependencies;
  return async function dispatchDue() {
    const starts = createStarts(dependencies);
    const passes: Pass[] = [
      wakeWaiting(operations, starts),
      restartAccepted(dependencies, starts),
      checkRunning(dependencies),
      closeOperations(dependencies, "needs_attention"),
      closeOperations(dependencies, "cancelled"),
      erasePayloads(dependencies),
      ...(plans && startPlan
        ? runningPlans.map((status) =>
            checkPlans({ ...dependencies, plans, startPlan }, status),
          )
        : []),
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

function createStarts({
  startWorkflow,
  isThrottled,
  log,
}: DispatchDueDependencies): Starts {
  let areStopped = false;
  return {
    areStopped: () => areStopped,
    async start(operation) {
      try {
        await startWorkflow(operation);
      } catch (error) {
        if (isThrottled(error) && !areStopped) {
          areStopped = true;
          log.warn("starts stopped", {});
        }
        throw new OperationFailure(operation, error);
      }
    },
  };
}

/** Starts the waiting operations whose time has come. */
function wakeWaiting(
  operations: Operations,
  { start, areStopped }: Starts,
): Pass {
  return {
    name: "waiting",
    list: operations.due("waiting"),
    // While starts are throttled, nothing is woken: the next run, in a minute, tries a waiting operation, but
    // `restartAccepted` starts an operation that was woken and not started only after two minutes.
    isOver: areStopped,
    async handle({ id, dueAtMs }) {
      const operation = await operations.wake(id);
      if (!operation) return "skipped";
      await start(operation);
      return { dueSinceMs: dueAtMs };
    },
  };
}

/**
 * Does what is left of operations that were cancelled or need attention. If an operator has resolved one, the ruling
 * is added to the statements of the employee. Tasks and streams are created with the first password of the person,
 * which is made from a stored salt. If they are not to be created any more, the salt is erased.
 */
function closeOperations(
  { operations, employees, nowMs }: DispatchDueDependencies,
  status: "needs_attention" | "cancelled",
): Pass {
  const closing = { store: { operations, employees }, nowMs };
  const list = operations.due(status);
  return {
    name: status,
    list,
    async handle({ id, dueAtMs }) {
      const operation = await operations.get(id);
      if (operation?.status !== status || operation.dueAtMs !== dueAtMs)
        return "skipped";
      const closed = await closeOperation(closing, operation);
      if (closed === "busy") await list.postpone(id);
      return closed === "closed" ? { dueSinceMs: dueAtMs } : "skipped";
    },
  };
}

/**
 * Erases payloads when their time is over: an operation failed and was not retried, or an erasure was interrupted. So
 * personal data is erased in time, even if its operation never succeeds.
 */
function erasePayloads(dependencies: DispatchDueDependencies): Pass {
  const { payloads, nowMs } = dependencies;
  return {
    name: "payload",
    list: payloads.due,
    async handle({ id, dueAtMs }) {
      if (await isAwaited(dependencies, id)) {
        await payloads.prolong(id, nowMs());
        return "skipped";
      }
      return (await payloads.eraseIfDue(id))
        ? { dueSinceMs: dueAtMs }
        : "skipped";
    },
  };
}

/**
 * Whether a hire still needs the data of an operation that has succeeded, such as a change from before the start: the
 * hire creates the person with it. The hire may wait for long, for the start or for the end of a suspension.
 */
async function isAwaited(
  { operations, employees }: DispatchDueDependencies,
  id: string,
): Promise<boolean> {
  const operation = await operations.get(id);
  if (operation?.status !== "succeeded") return false;
  const item = await employees.get(operation.employeeId);
  if (item?.person.is !== "none") return false;
  const hire = item.unfinished.find(({ type }) => type === "employee.hired");
  if (!hire || !item.statements.some((one) => one.id === id)) return false;
  return (await operations.get(hire.id))?.status === "waiting";
}
