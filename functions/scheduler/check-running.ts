import { isSaid } from "../../shared/event-types.ts";
import type { Log } from "../../shared/log.ts";
import { type Employees, isFreeFor } from "../../shared/store/employees.ts";
import type { Operation } from "../../shared/store/operation.ts";
import { checkEveryMs } from "../../shared/store/operation-writer.ts";
import type { Operations } from "../../shared/store/operations.ts";
import type { FindExecution } from "../../shared/workflow/execution.ts";
import { OperationFailure, type Pass } from "./run-pass.ts";

/** After this many executions in a row that ended without an outcome, another execution would end in the same way. */
const maxLosses = 5;

/**
 * Checks the executions of running operations. If an execution ended without an outcome, and the runner of the employee
 * does not work on the operation either, the operation is accepted again. The pass over accepted operations starts
 * another execution, which goes on from the state of the employee. Each step looks before it writes.
 */
export function checkRunning({
  operations,
  employees,
  findExecution,
  nowMs,
  log,
}: {
  operations: Pick<Operations, "due" | "get" | "acceptLost" | "markLost">;
  employees: Pick<Employees, "get" | "free">;
  findExecution: FindExecution;
  nowMs: () => number;
  log: Log;
}): Pass {
  const isAlive = (operation: Operation, execution: string) =>
    findExecution(execution).catch((error: unknown) => {
      throw new OperationFailure(operation, error);
    });

  /** Whether the statement of the operation is said, and the runner of the employee is still at work. */
  async function isLeftToRunner(operation: Operation): Promise<boolean> {
    const { id, type, employeeId, execution = "" } = operation;
    if (!isSaid(type)) return false;
    const { runner, unfinished } = (await employees.get(employeeId)) ?? {};
    const isOpen = unfinished?.some((one) => one.id === id);
    if (!runner || !isOpen || isFreeFor(runner, { id, execution }, nowMs()))
      return false;
    if (await isAlive(operation, runner.execution)) return true;
    // An invocation that Lambda has replaced can go on, and take the employee after the end of its own execution.
    await employees.free(employeeId, runner);
    return false;
  }

  const list = operations.due("running");
  return {
    name: "running",
    list,
    async handle({ id, dueAtMs }) {
      const operation = await operations.get(id);
      if (operation?.status !== "running") return "skipped";
      // Postponed first: an operation whose execution cannot be read must not delay the operations after it.
      if (!(await list.postpone(id, checkEveryMs))) return "skipped";
      const { type, execution = "", losses = 0 } = operation;
      if (await isAlive(operation, execution)) return { dueSinceMs: dueAtMs };
      if (await isLeftToRunner(operation)) return { dueSinceMs: dueAtMs };
      const fields = { operationId: id, type, reason: "execution-lost" };
      if (losses < maxLosses) {
        if (await operations.acceptLost(operation))
          log.warn("execution replaced", { ...fields, count: losses + 1 });
      } else if (await operations.markLost(operation))
        log.error("execution lost", { ...fields, status: "needs_attention" });
      return { dueSinceMs: dueAtMs };
    },
  };
}
