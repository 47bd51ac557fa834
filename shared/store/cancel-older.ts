import type { ReasonCode } from "../reason-codes.ts";
import type { Store } from "./store.ts";
import type { StartedOperation } from "./operation.ts";

/**
 * Cancels the waiting operations of an employee whose events are older than this one. It only
 * informs operators early: each operation checks itself whether a later event has overtaken it.
 *
 * @returns the types of the operations that this event has overtaken, now or in an earlier attempt
 */
export async function cancelOlder(
  { operations }: Pick<Store, "operations">,
  { id, employeeId, eventAtMs }: StartedOperation,
  reason: ReasonCode,
): Promise<string[]> {
  const all = await operations.ofEmployment(employeeId);
  const overtaken = await Promise.all(
    all
      .filter((other) => other.eventAtMs < eventAtMs)
      .map(async (other) => {
        const isOvertaken =
          other.status === "waiting" &&
          other.phase === undefined &&
          other.effect === undefined
            ? await operations.cancel(other, `operation:${id}`, reason, id)
            : other.status === "cancelled" && other.sameAs === id;
        if (!isOvertaken) return [];
        return [other.type];
      }),
  );
  return overtaken.flat();
}
