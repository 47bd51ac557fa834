import type { StartWorkflow } from "../workflow/execution.ts";
import type { Store } from "../store/store.ts";
import {
  isErasable,
  type NewOperation,
  type Operation,
} from "../store/operation.ts";
import type { EventContent } from "./envelope.ts";

/** An authentic, allowed and valid event. */
export type Delivery = NewOperation &
  Pick<EventContent, "data" | "avatar" | "keepUntilMs"> & {
    /** When the workflow starts. A time in the past means now. */
    dueAtMs: number;
  };

export type AcceptedDelivery =
  | { conflict: false; operation: Operation }
  /** The delivery id belongs to another event. */
  | { conflict: true };

/**
 * Stores a delivery and then starts its workflow. In this order, no event that was answered 202 is lost. The
 * conditional write of the operation is also the duplicate check. A repeated delivery starts an operation again that
 * does not run yet. This is harmless: the execution has the same name and the same payload.
 */
export async function acceptDelivery(
  { data, avatar, dueAtMs, keepUntilMs = 0, ...newOperation }: Delivery,
  { operations, payloads }: Pick<Store, "operations" | "payloads">,
  startWorkflow: StartWorkflow,
): Promise<AcceptedDelivery> {
  const { id, fingerprint } = newOperation;
  await payloads.put(
    { id, fingerprint },
    { data, avatar },
    Math.max(dueAtMs, keepUntilMs),
  );
  const { operation } = await operations.accept(newOperation, dueAtMs);
  const isConflict = operation.fingerprint !== fingerprint;
  // Erase the payload if the delivery was refused, or if its operation is final and its data was erased before.
  if (isConflict || isErasable(operation))
    await payloads.erase({ id, fingerprint });
  if (isConflict) return { conflict: true };
  if (operation.status === "accepted") await startWorkflow(operation);
  return { conflict: false, operation };
}
