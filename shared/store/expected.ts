import { absent, type Where } from "../dynamodb/expressions.ts";
import type { Table } from "../dynamodb/table.ts";
import { sweepAt } from "../dynamodb/table.ts";
import { type Employee, keyOfEmployee } from "./employee.ts";
import { keptAfterEndMs } from "./operation-writer.ts";

/** What an operation without a person notes beside its id. */
export type Note = {
  set?: Partial<Employee>;
  remove?: readonly string[];
  /** What must hold of the employee's item in addition. */
  where?: Where;
};

/** Employees whose person does not exist yet, and the operations that wait for it. */
export function createExpected(table: Table, nowMs: () => number) {
  return {
    /**
     * Notes an operation that needs the person of an employee who has none. The hire or adoption that brings the person
     * runs it again. An employee of whom nothing is known is expected from now on, for as long as the operation is kept.
     * Repeating it changes nothing.
     *
     * Resolves to false if the person exists by now, or if `note.where` does not hold. The tombstone of an employee whose
     * person is gone is no place for such an operation, unless `note.where` names its generation.
     */
    async awaitPerson(
      employeeId: string,
      operationId: string,
      { set = {}, remove = [], where = {} }: Note = {},
    ): Promise<boolean> {
      const key = keyOfEmployee(employeeId);
      const add = { awaiting: new Set([operationId]) };
      const expected = { generation: 0, state: "expected" };
      return (
        (await table.update(key, {
          set: {
            ...expected,
            hiredAtMs: 0,
            ...expiryOfExpected(nowMs()),
            ...set,
          },
          remove,
          add,
          where: [
            { ...where, generation: absent, state: absent },
            { ...where, ...expected },
          ],
          createsItem: true,
        })) ||
        table.update(key, {
          set,
          remove,
          add,
          where: [
            { ...where, state: "onboarding" },
            { generation: 0, ...where, state: "left" },
          ],
        })
      );
    },

    /** The operations that waited for the person run again. */
    forgetAwaiting: (employeeId: string) =>
      table.update(keyOfEmployee(employeeId), {
        remove: ["awaiting"],
        where: {},
      }),
  };
}

/** When DynamoDB may sweep the item of an employee of whom no hire and no adoption comes. */
export function expiryOfExpected(nowMs: number) {
  return sweepAt(nowMs + keptAfterEndMs);
}
