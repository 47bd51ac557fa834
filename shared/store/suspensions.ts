import type { Where } from "../dynamodb/expressions.ts";
import type { Table } from "../dynamodb/table.ts";
import { type Employee, keyOfEmployee } from "./employee.ts";
import type { UpdateEmployee } from "./shown-status.ts";

/** What the employee keeps of the latest suspension, or of the resumption after it. */
export type SuspensionFact = {
  suspensionAtMs: number;
  /** The operation that suspends. Absent for a resumption. */
  suspendedBy?: string | undefined;
  suspendedUntilMs?: number | undefined;
};

/** Whether and until when an employee is suspended. Which effect this has, depends on the state. */
export function createSuspensions(table: Table, update: UpdateEmployee) {
  return {
    /**
     * Notes the latest suspension or resumption, unless a later one was first or the state has changed since the employee
     * was read.
     */
    noteSuspension: (
      employeeId: string,
      known: Employee,
      fact: SuspensionFact,
    ) => update(employeeId, unchanged(known, fact), fact, missingOf(fact)),

    /** Does the same for an employee without a person. The hire that creates the person runs the operation again. */
    async expectSuspension(
      employeeId: string,
      known: Employee | undefined,
      fact: SuspensionFact,
      operationId: string,
    ): Promise<boolean> {
      const key = keyOfEmployee(employeeId);
      const awaiting = new Set([operationId]);
      if (known === undefined)
        return table.putIfAbsent({
          id: key,
          generation: 0,
          state: "expected",
          ...fact,
          awaiting,
        });
      return table.update(key, {
        set: fact,
        remove: missingOf(fact),
        add: { awaiting },
        where: unchanged(known, fact),
      });
    },

    /** Ends a suspension, if this operation still suspends the employee. */
    endSuspension: (employeeId: string, operationId: string) =>
      update(employeeId, { suspendedBy: operationId }, {}, [
        "suspendedBy",
        "suspendedUntilMs",
      ]),

    /** The person is enabled again after a suspension. */
    resume: (employeeId: string) =>
      update(
        employeeId,
        { state: "suspended", suspendedBy: { absent: true } },
        { state: "active" },
      ),
  };
}

function unchanged(
  { state, generation, suspendedBy }: Employee,
  { suspensionAtMs }: SuspensionFact,
): Where {
  return {
    state,
    generation,
    suspendedBy: suspendedBy ?? { absent: true },
    suspensionAtMs: { atMost: suspensionAtMs },
  };
}

function missingOf({ suspendedBy, suspendedUntilMs }: SuspensionFact) {
  return [
    ...(suspendedBy === undefined ? ["suspendedBy"] : []),
    ...(suspendedUntilMs === undefined ? ["suspendedUntilMs"] : []),
  ];
}
