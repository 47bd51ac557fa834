import type { StartWorkflow } from "../aws/start-workflow.ts";
import type { Lifecycle } from "../lifecycle/lifecycle.ts";
import { hasEnded, type Operation } from "../lifecycle/operations.ts";
import { operationIdOf } from "./delivery.ts";
import type { Envelope } from "./envelope.ts";

/** An event that is authentic, allowed and well-formed. */
export type Delivery = {
  caller: string;
  deliveryId: string;
  fingerprint: string;
  envelope: Envelope;
};

export type Accepted =
  | { conflict: false; operation: Operation }
  /** The id was used before for something else. */
  | { conflict: true };

/**
 * Stores a delivery, then starts its workflow; in this order, so that what was answered is never lost. The conditional
 * write of the operation is also the duplicate check. A repeated delivery of unfinished work starts it again, which is
 * harmless: same name, same payload.
 */
export async function accept(
  { caller, deliveryId, fingerprint, envelope }: Delivery,
  { operations, payloads }: Pick<Lifecycle, "operations" | "payloads">,
  startWorkflow: StartWorkflow,
): Promise<Accepted> {
  const { type, eventAtMs, data: incoming } = envelope;
  const id = operationIdOf(caller, deliveryId);
  await payloads.put({ id, fingerprint }, incoming.data, incoming.avatar);
  const { operation } = await operations.accept({
    id,
    type,
    caller,
    employeeId: incoming.employeeId,
    fingerprint,
    eventAtMs,
  });
  const isConflict = operation.fingerprint !== fingerprint;
  // What nobody will read must not stay: that of a refused delivery, and of finished work whose data was erased before.
  if (isConflict || operation.status === "succeeded")
    await payloads.erase({ id, fingerprint });
  if (isConflict) return { conflict: true };
  if (!hasEnded(operation)) await startWorkflow(id);
  return { conflict: false, operation };
}
