import type { StartWorkflow } from "../workflow/execution.ts";
import type { IntakeStore } from "../store/intake-store.ts";
import type { NewOperation, Operation } from "../store/operation.ts";
import type { EventContent } from "./envelope.ts";

/** An authentic, allowed and valid event. */
export type Delivery = NewOperation &
  Pick<EventContent, "data" | "avatar" | "keepUntilMs"> & {};

export type AcceptedDelivery =
  | { conflict: false; operation: Operation }
  /** The delivery id belongs to another event. */
  | { conflict: true };

/**
 * Stores a delivery and then starts its workflow. In this order, no event that was answered 202 is lost. The
 * conditional write of the operation, which has small data in it, is also the duplicate check. A repeated delivery
 * starts an operation again that does not run yet. This is harmless: the execution has the same name and the same
 * payload.
 */
export async function acceptDelivery(
  { data, avatar, keepUntilMs = 0, ...newOperation }: Delivery,
  { operations, payloads }: Pick<IntakeStore, "operations" | "payloads">,
  startWorkflow: StartWorkflow,
): Promise<AcceptedDelivery> {
  const held = await payloads.place(
    newOperation,
    { data, avatar },
    Math.max(newOperation.effectiveAtMs ?? 0, keepUntilMs),
  );
  // The workflow hears an event when it arrives, and waits itself for the day that the event names.
  const { operation } = await operations.accept(newOperation, 0, held);
  const isConflict = operation.fingerprint !== newOperation.fingerprint;
  // Leave nothing behind if the delivery was refused, or if the payload of its operation was erased before.
  if (isConflict || operation.payloadUntilMs === undefined)
    await payloads.discard(held);
  if (isConflict) return { conflict: true };
  if (operation.status === "accepted") await startWorkflow(operation);
  return { conflict: false, operation };
}
