import { absent, type Where } from "../dynamodb/expressions.ts";
import {
  type Employee,
  ofSuspension,
  type UpdateEmployee,
} from "./employee.ts";
import type { Note } from "./expected.ts";
import { missing } from "./operation-writer.ts";

/** What the employee keeps of the latest suspension, or of the resumption after it. */
export type SuspensionFact = {
  suspensionAtMs: number;
  /** The operation that suspends. Absent for a resumption. */
  suspendedBy?: string | undefined;
  suspendedByCaller?: string | undefined;
  suspendedFromMs?: number | undefined;
  suspendedUntilMs?: number | undefined;
};

/** Whether and until when an employee is suspended. Which effect this has, depends on the state. */
export function createSuspensions(update: UpdateEmployee) {
  return {
    /**
     * Notes the latest suspension or resumption, unless a later one was first or the state has changed since the employee
     * was read.
     */
    noteSuspension: (
      employeeId: string,
      known: Employee,
      fact: SuspensionFact,
    ) =>
      update(
        employeeId,
        { ...unchanged(known, fact), state: known.state },
        fact,
        missing(fact, ofSuspension),
      ),

    /** Ends a suspension, if this operation still suspends the employee. */
    endSuspension: (employeeId: string, operationId: string) =>
      update(employeeId, { suspendedBy: operationId }, {}, ofSuspension),

    /** The person is enabled again after a suspension. */
    resume: (employeeId: string) =>
      update(
        employeeId,
        { state: "suspended", suspendedBy: absent },
        { state: "active" },
      ),

    /** The suspension is over, and this termination keeps the person disabled. */
    leaveAfterSuspension: (employeeId: string, terminatedBy: string) =>
      update(
        employeeId,
        { state: "suspended", suspendedBy: absent, terminatedBy },
        { state: "leaving" },
      ),
  };
}

/** Whether a suspension holds that is not older than the hire which begins another employment. */
export function outlastsHire(
  { suspendedBy, suspensionAtMs = 0, hiredAtMs = 0 }: Employee,
  eventAtMs: number,
): boolean {
  return (
    suspendedBy !== undefined &&
    suspensionAtMs >= Math.max(eventAtMs, hiredAtMs)
  );
}

/** The same fact as a note of an employee without a person. */
export function noteOfSuspension(
  known: Employee | undefined,
  fact: SuspensionFact,
): Note {
  return {
    set: fact,
    remove: missing(fact, ofSuspension),
    where: {
      ...unchanged(known, fact),
      terminatedAtMs: known?.terminatedAtMs ?? absent,
    },
  };
}

function unchanged(
  { generation = 0, suspendedBy, terminatedBy }: Partial<Employee> = {},
  { suspensionAtMs }: SuspensionFact,
): Where {
  return {
    generation,
    // A rehire of a leaver may have removed it, and then the suspension waits for the hire.
    terminatedBy: terminatedBy ?? absent,
    suspendedBy: suspendedBy ?? absent,
    suspensionAtMs: { atMost: suspensionAtMs },
  };
}
