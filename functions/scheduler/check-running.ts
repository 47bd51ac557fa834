import type { Log } from "../../shared/log.ts";
import type { Operations } from "../../shared/store/operations.ts";
import type { FindExecution } from "../../shared/workflow/execution.ts";
import { OperationFailure, type Pass } from "./run-pass.ts";

type Dependencies = {
  operations: Pick<
    Operations,
    "due" | "get" | "checkLater" | "acceptLost" | "markLost"
  >;
  findExecution: FindExecution;
  log: Log;
};

/** After so many executions in a row that ended without an outcome, another one would end in the same way. */
const maxLosses = 5;

/**
 * Checks the executions of running operations. If one ended without an outcome, the operation is accepted again, and
 * the pass over accepted operations starts another execution. That one goes on from the state of the employee, and each
 * step looks before it writes.
 */
export function checkRunning({
  operations,
  findExecution,
  log,
}: Dependencies): Pass {
  return {
    name: "running",
    list: operations.due("running"),
    async handle({ id, dueAtMs }) {
      const operation = await operations.get(id);
      if (operation?.status !== "running") return "outdated";
      // Postponed first: an operation whose execution cannot be read must not delay the operations after it.
      if (!(await operations.checkLater(operation))) return "outdated";
      const { type, execution = "", losses = 0 } = operation;
      const isRunning = await findExecution(execution).catch(
        (error: unknown) => {
          throw new OperationFailure(operation, error);
        },
      );
      if (isRunning) return { dueSinceMs: dueAtMs };
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
