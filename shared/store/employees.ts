import type { Where } from "../dynamodb/expressions.ts";
import type { Table } from "../dynamodb/table.ts";
import {
  type Employee,
  employeeSchema,
  keyOfEmployee as key,
} from "./employee.ts";
import { createKnownNames } from "./known-names.ts";
import { createShownStatus } from "./shown-status.ts";

export type Employees = ReturnType<typeof createEmployees>;

/**
 * What is written of an employee's item without being its runner. Every write is conditional, and resolves to false
 * when another write was first.
 */
export function createEmployees(table: Table) {
  const update = (
    employeeId: string,
    where: Where,
    set: Partial<Record<keyof Employee, unknown>>,
    remove: readonly string[] = [],
  ) => table.update(key(employeeId), { set, remove, where });

  return {
    get: (employeeId: string): Promise<Employee | undefined> =>
      table.get(key(employeeId), employeeSchema),

    /** From here on, the initial password of the person whom this operation onboarded cannot be derived. */
    eraseSalt: (employeeId: string, operationId: string) =>
      update(employeeId, { operationId }, {}, ["passwordSalt", "saltUntilMs"]),

    ...createKnownNames(update),
    ...createShownStatus(update),

    /** Counts the active employees, but only up to a limit, so that the cost does not grow with the company. */
    async countActive(limit: number): Promise<number> {
      const ids = await table.ids({
        index: "state",
        partition: ["state", "active"],
        limit,
      });
      return ids.length;
    },
  };
}
