import type { Employees } from "../../shared/store/employees.ts";
import type { Operations } from "../../shared/store/operations.ts";
import { listDue } from "./list-due.ts";
import type { Pass } from "./pass.ts";

type Dependencies = {
  operations: Pick<Operations, "due" | "postpone" | "get" | "noteSaltErased">;
  employees: Pick<Employees, "eraseSalt">;
};

/**
 * Erases the salt of hires whose tasks or streams could not be created in time, or that an operator resolved. The
 * operation stays as it is.
 */
export function eraseSalts(
  { operations, employees }: Dependencies,
  status: "needs_attention" | "cancelled",
): Pass {
  return {
    ...listDue(operations, status),
    async handle({ id, dueAtMs }) {
      const operation = await operations.get(id);
      if (operation?.status !== status) return "outdated";
      if (operation.dueAtMs !== dueAtMs) return "outdated";
      await employees.eraseSalt(operation.employeeId, id);
      const isNoted = await operations.noteSaltErased(operation);
      return isNoted ? { dueSinceMs: dueAtMs } : "outdated";
    },
  };
}
