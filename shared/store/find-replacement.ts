import type { Operation, StartedOperation } from "./operation.ts";

type Event = Pick<StartedOperation, "eventAtMs" | "effectiveAtMs">;

/** The time from which an event counts: start date or last day, or else its own time. */
export const countsFromMs = ({ eventAtMs, effectiveAtMs }: Event): number =>
  effectiveAtMs ?? eventAtMs;

/**
 * Finds out whether HR has moved the date of this event: a later event of the same type waits for another day. When an
 * event of the opposite type lies in between, the later event belongs to another employment. Between two hires, this is
 * a last day after the first start. Between two terminations, it is a start date after the first last day, of a hire
 * that may overtake a termination.
 *
 * @param all - the other operations of the employment
 * @returns the later operation
 */
export function findReplacement(
  all: readonly Operation[],
  { type, ...event }: StartedOperation,
): Operation | undefined {
  const later = all.filter(
    (other) =>
      other.eventAtMs > event.eventAtMs && other.status !== "cancelled",
  );
  const isBetween = (one: Operation, other: Operation) => {
    if (one.eventAtMs >= other.eventAtMs) return false;
    if (type === "employee.hired")
      return (
        one.type === "employee.terminated" &&
        countsFromMs(event) < countsFromMs(one) &&
        countsFromMs(one) <= countsFromMs(other)
      );
    return (
      one.type === "employee.hired" &&
      one.mayOffboard === true &&
      one.effectiveAtMs !== undefined &&
      one.effectiveAtMs >= countsFromMs(event)
    );
  };
  return later.find(
    (other) =>
      other.type === type &&
      other.status === "waiting" &&
      other.phase === undefined &&
      other.blockedBy === undefined &&
      !later.some((one) => isBetween(one, other)),
  );
}
