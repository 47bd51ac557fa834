import type { Operation, StartedOperation } from "./operation.ts";
import type { Operations } from "./operations.ts";

const opposites: Record<string, string> = {
  "employee.hired": "employee.terminated",
  "employee.terminated": "employee.hired",
};

/**
 * Finds out whether HR has moved the date of this event: a later event of the same type waits for another day. When the
 * opposite event lies in between, the later event belongs to another employment. A hire that may not overtake a
 * termination lies between nothing.
 *
 * @returns the id of the later operation
 */
export async function findReplacement(
  operations: Operations,
  { type, employeeId, eventAtMs }: StartedOperation,
): Promise<string | undefined> {
  const all = await operations.ofEmployment(employeeId);
  const later = all.filter(
    (other) => other.eventAtMs > eventAtMs && other.status !== "cancelled",
  );
  const isOpposite = (other: Operation) =>
    other.type === opposites[type] && other.mayOffboard;
  return later.find(
    (other) =>
      other.type === type &&
      other.status === "waiting" &&
      other.phase === undefined &&
      other.blockedBy === undefined &&
      !later.some((one) => isOpposite(one) && one.eventAtMs < other.eventAtMs),
  )?.id;
}
