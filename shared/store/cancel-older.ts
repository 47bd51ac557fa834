import type { ReasonCode } from "../reason-codes.ts";
import type { Store } from "./store.ts";
import type { StartedOperation } from "./operation.ts";

/**
 * Cancels what waits of an employee and was said before this event, which overtakes it. Nothing depends on that, for an
 * operation looks itself whether it was overtaken; it tells those who watch, and what they brought is erased.
 *
 * @returns the types of the operations that this event has overtaken, now or in an earlier attempt
 */
export async function cancelOlder(
  { operations, payloads }: Pick<Store, "operations" | "payloads">,
  { id, employeeId, eventAtMs }: StartedOperation,
  reason: ReasonCode,
): Promise<string[]> {
  const all = await operations.ofEmployment(employeeId);
  const overtaken = await Promise.all(
    all
      .filter((other) => other.eventAtMs < eventAtMs)
      .map(async (other) => {
        const isOvertaken =
          other.status === "waiting" && other.phase === undefined
            ? await operations.cancel(other, `operation:${id}`, reason, id)
            : other.status === "cancelled" && other.sameAs === id;
        if (!isOvertaken) return [];
        await payloads.erase(other);
        return [other.type];
      }),
  );
  return overtaken.flat();
}
