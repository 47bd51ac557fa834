import type { Table } from "../dynamodb/table.ts";
import { sweepAt } from "../dynamodb/table.ts";
import { keyOfEmployee } from "./employee.ts";
import { keptAfterEndMs } from "./operation-writer.ts";

/** Employees of whom no hire or adoption is known, and the operations that wait for one. */
export function createExpected(table: Table, nowMs: () => number) {
  return {
    /**
     * Notes an operation that ends with `unknown-employee`. The hire or adoption that brings the employee runs it again.
     * Resolves to false if the employee is known by now.
     */
    noteUnknown: async (
      employeeId: string,
      operationId: string,
    ): Promise<boolean> => {
      const key = keyOfEmployee(employeeId);
      const add = { awaiting: new Set([operationId]) };
      return (
        (await table.update(key, {
          set: {
            generation: 0,
            state: "expected",
            ...sweepAt(nowMs() + keptAfterEndMs),
          },
          add,
          where: [{ state: { absent: true } }, { state: "expected" }],
          createsItem: true,
        })) ||
        table.update(key, { add, where: { state: "left", generation: 0 } })
      );
    },
  };
}
