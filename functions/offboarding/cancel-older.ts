import type { Store } from "../../shared/store/store.ts";
import { countsFromMs } from "../../shared/store/find-replacement.ts";
import type {
  Operation,
  StartedOperation,
} from "../../shared/store/operation.ts";

/**
 * Cancels the waiting operations of an employee that this termination overtakes: older terminations, and older hires.
 * It only informs operators early: each operation checks itself whether a later event has overtaken it.
 *
 * @param all - the operations of the employment
 * @param isOpen - whether an employment is open. Then a hire that starts at or after the last day waits for its time.
 * @returns the types of the operations that this event has overtaken, now or in an earlier attempt
 */
export async function cancelOlder(
  { operations }: Pick<Store, "operations">,
  operation: StartedOperation,
  all: readonly Operation[],
  isOpen: boolean,
): Promise<string[]> {
  const { id } = operation;
  const overtaken = await Promise.all(
    all
      .filter((other) => isOlder(operation, other, isOpen))
      .map(async (other) => {
        const isOvertaken =
          other.status === "waiting" &&
          other.phase === undefined &&
          other.effect === undefined
            ? await operations.cancel(
                other,
                `operation:${id}`,
                "terminated-since",
                id,
              )
            : other.status === "cancelled" && other.sameAs === id;
        if (!isOvertaken) return [];
        return [other.type];
      }),
  );
  return overtaken.flat();
}

function isOlder(
  termination: StartedOperation,
  other: Operation,
  isOpen: boolean,
): boolean {
  const { eventAtMs, effectiveAtMs } = termination;
  switch (other.type) {
    case "employee.terminated":
    case "employee.adopted":
      return other.eventAtMs < eventAtMs;
    case "employee.hired": {
      // At the same instant, the termination counts as later.
      if (other.eventAtMs > eventAtMs) return false;
      if (countsFromMs(other) < countsFromMs(termination)) return true;
      // A last day before the event of the hire is that of an earlier employment.
      const isOfEarlier =
        effectiveAtMs !== undefined && effectiveAtMs <= other.eventAtMs;
      return !isOpen && !isOfEarlier;
    }
    default:
      return false;
  }
}
