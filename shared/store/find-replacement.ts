import type { Operation, StartedOperation } from "./operation.ts";
import type { Operations } from "./operations.ts";

const opposites: Record<string, string> = {
  "employee.hired": "employee.terminated",
  "employee.terminated": "employee.hired",
};

/**
 * The operation that says the same of an employee for another day, later said and waiting for that day: HR has moved the
 * date. Where the opposite was said in between, the later one is about another employment.
 *
 * @returns its id
 */
export async function findReplacement(
  operations: Operations,
  { type, employeeId, eventAtMs }: StartedOperation,
): Promise<string | undefined> {
  const all = await operations.ofEmployment(employeeId);
  const later = all.filter(
    (other) => other.eventAtMs > eventAtMs && other.status !== "cancelled",
  );
  const isOpposite = (other: Operation) => other.type === opposites[type];
  return later.find(
    (other) =>
      other.type === type &&
      other.status === "waiting" &&
      other.phase === undefined &&
      !later.some((one) => isOpposite(one) && one.eventAtMs < other.eventAtMs),
  )?.id;
}
