import { absent, type Where } from "../dynamodb/expressions.ts";
import type { Table } from "../dynamodb/table.ts";
import {
  type Employee,
  employedStates,
  keyOfEmployee,
  ofOneGeneration,
  ofTermination,
  undeletedStates,
  type UpdateEmployee,
} from "./employee.ts";

/** What the employee keeps of the event of a termination. */
export type Termination = {
  terminatedAtMs: number;
  /** The end of the last day. @default the time of the event */
  lastDayAtMs?: number | undefined;
  /** Who sent the event. It is kept only of the termination that lets the employee leave. */
  caller?: string;
};

/** How an employee leaves, or stays after all. */
export function createLeaving(
  table: Table,
  update: UpdateEmployee,
  updateAndGet: (
    employeeId: string,
    where: Where,
    set: Partial<Record<keyof Employee, unknown>>,
  ) => Promise<Employee | undefined>,
) {
  return {
    /** Stores a termination of an employee of whom no hire or adoption is known. */
    async createTombstone(
      employeeId: string,
      operationId: string,
      termination: Termination,
    ): Promise<boolean> {
      const tombstone = {
        generation: 0,
        state: "left",
        hiredAtMs: 0,
        ...factsOf(termination),
        terminatedBy: operationId,
        terminatedByCaller: termination.caller,
      } as const;
      return (
        (await table.putIfAbsent({
          id: keyOfEmployee(employeeId),
          ...tombstone,
        })) ||
        update(employeeId, { state: "expected" }, tombstone, [
          "expiresAtSeconds",
        ])
      );
    },

    /**
     * A later termination of an employee who is leaving or has left: only the times of the tombstone move. Nothing is
     * written if a hire has opened another employment since the employee was read, because that one must end too.
     */
    raiseTombstone: (
      employeeId: string,
      termination: Termination,
      { state, generation }: Pick<Employee, "state" | "generation">,
    ) =>
      update(
        employeeId,
        {
          state,
          generation,
          terminatedAtMs: { below: termination.terminatedAtMs },
          hiredAtMs: { atMost: termination.terminatedAtMs },
        },
        factsOf(termination),
      ),

    /**
     * Lets this operation end the generation, also in the place of an earlier one. Nothing happens to the person yet.
     * Nothing is written if a hire, or another termination, came since the employee was read. Resolves to the employee
     * as written.
     */
    terminate: (
      employeeId: string,
      operationId: string,
      termination: Termination,
      { operationId: hiredBy, hiredAtMs, terminatedBy }: Employee,
    ) =>
      updateAndGet(
        employeeId,
        {
          operationId: hiredBy ?? absent,
          hiredAtMs: hiredAtMs ?? absent,
          terminatedBy: terminatedBy ?? absent,
          terminatedAtMs: { below: termination.terminatedAtMs },
          terminationCancelledAtMs: { below: termination.terminatedAtMs },
          state: { oneOf: [...undeletedStates, "deleting"] },
        },
        {
          ...factsOf(termination),
          terminatedBy: operationId,
          terminatedByCaller: termination.caller,
        },
      ),

    /** The termination was rejected before it disabled the person: nothing changes for them. */
    rejectTermination: (employeeId: string, operationId: string) =>
      update(
        employeeId,
        {
          terminatedBy: operationId,
          state: { oneOf: employedStates },
        },
        {},
        ofTermination,
      ),

    /** The person is disabled, and stays so. */
    keep: (employeeId: string, operationId: string) =>
      update(
        employeeId,
        {
          terminatedBy: operationId,
          state: { oneOf: ["leaving", "kept"] },
        },
        { state: "kept" },
      ),

    /**
     * The caller deletes the person next. From here on, no rehire keeps the person. Nothing is written if a later
     * event has cancelled the termination.
     */
    beginDeletion: (
      employeeId: string,
      operationId: string,
      terminatedAtMs: number,
    ) =>
      table.update(keyOfEmployee(employeeId), {
        set: { state: "deleting" },
        where: [
          {
            terminatedBy: operationId,
            state: { oneOf: undeletedStates },
            terminationCancelledAtMs: { below: terminatedAtMs },
          },
          { terminatedBy: operationId, state: "deleting" },
        ],
      }),

    /**
     * The termination was cancelled, and the person is enabled again, or stays disabled because of a suspension.
     *
     * @param suspendedBy - the suspension that holds
     */
    cancelTermination: (
      employeeId: string,
      operationId: string,
      suspendedBy?: string,
    ) =>
      update(
        employeeId,
        {
          terminatedBy: operationId,
          state: { oneOf: ["active", "suspended", "leaving", "kept"] },
          suspendedBy: suspendedBy ?? absent,
        },
        { state: suspendedBy === undefined ? "active" : "suspended" },
        [...ofTermination, "disabledAtMs"],
      ),

    /** The person is gone: erases all personal data and keeps the tombstone. */
    close: (employeeId: string, operationId: string) =>
      update(
        employeeId,
        { terminatedBy: operationId },
        { state: "left" },
        ofOneGeneration,
      ),
  };
}

function factsOf({ terminatedAtMs, lastDayAtMs }: Termination) {
  return { terminatedAtMs, lastDayAtMs: lastDayAtMs ?? terminatedAtMs };
}
