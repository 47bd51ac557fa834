import type { Employees } from "../../shared/store/employees.ts";
import type { Operations } from "../../shared/store/operations.ts";
import { listDue } from "./list-due.ts";
import type { Pass } from "./pass.ts";

type Dependencies = {
  operations: Pick<Operations, "due" | "postpone" | "get" | "noteSaltErased">;
  employees: Pick<Employees, "eraseSalt">;
};

/** Erases the salt of hires whose tasks or streams could not be created in time. The operation stays as it is. */
export function eraseSalts({ operations, employees }: Dependencies): Pass {
  return {
    ...listDue(operations, "needs_attention"),
    async handle({ id, dueAtMs }) {
      const operation = await operations.get(id);
      if (operation?.status !== "needs_attention") return "outdated";
      if (operation.dueAtMs !== dueAtMs) return "outdated";
      await employees.eraseSalt(operation.employeeId, id);
      const isNoted = await operations.noteSaltErased(operation);
      return isNoted ? { dueSinceMs: dueAtMs } : "outdated";
    },
  };
}
