import type { Employees } from "../../shared/store/employees.ts";
import { eraseSalt } from "../../shared/store/erase-salt.ts";
import type { Operations } from "../../shared/store/operations.ts";
import { listDue } from "./list-due.ts";
import type { Pass } from "./pass.ts";

type Dependencies = {
  operations: Pick<Operations, "due" | "postpone" | "get" | "noteSaltErased">;
  employees: Pick<Employees, "eraseSalt">;
};

/**
 * Erases the salt of hires whose tasks or streams could not be created in time, that a termination has overtaken, or
 * that an operator resolved. The operation stays as it is.
 */
export function eraseSalts(
  store: Dependencies,
  status: "needs_attention" | "cancelled",
): Pass {
  const { operations } = store;
  return {
    ...listDue(operations, status),
    async handle({ id, dueAtMs }) {
      const operation = await operations.get(id);
      if (operation?.status !== status) return "outdated";
      if (operation.dueAtMs !== dueAtMs) return "outdated";
      const isNoted = await eraseSalt(store, operation);
      return isNoted ? { dueSinceMs: dueAtMs } : "outdated";
    },
  };
}
