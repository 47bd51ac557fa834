import {
  closeOperation,
  type CloseDependencies,
} from "../../shared/store/close-operation.ts";
import type { Operations } from "../../shared/store/operations.ts";
import { listDue } from "./list-due.ts";
import type { Pass } from "./pass.ts";

type Dependencies = CloseDependencies & {
  store: {
    operations: Pick<Operations, "due" | "postpone" | "get">;
  };
};

/**
 * Does what is left of operations that have ended: says what the operator decided who resolved one, and erases the salt
 * of hires whose tasks or streams could not be created in time, or that a termination has overtaken. The operation stays
 * as it is.
 */
export function closeOperations(
  dependencies: Dependencies,
  status: "needs_attention" | "cancelled",
): Pass {
  const { operations } = dependencies.store;
  return {
    ...listDue(operations, status),
    async handle({ id, dueAtMs }) {
      const operation = await operations.get(id);
      if (operation?.status !== status) return "outdated";
      if (operation.dueAtMs !== dueAtMs) return "outdated";
      const closed = await closeOperation(dependencies, operation);
      if (closed === "busy") await operations.postpone(id, status);
      return closed === "closed" ? { dueSinceMs: dueAtMs } : "outdated";
    },
  };
}
