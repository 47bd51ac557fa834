import type { StartWorkflow } from "../workflow/execution.ts";
import type { Store } from "../store/store.ts";
import {
  isErasable,
  type NewOperation,
  type Operation,
} from "../store/operation.ts";
import type { EventContent } from "./envelope.ts";

/** An event that is authentic, allowed and well-formed. */
export type Delivery = NewOperation &
  Pick<EventContent, "data" | "avatar" | "keepUntilMs"> & {
    /** When it is to be done; a time that has passed means now. */
    dueAtMs: number;
  };

export type Accepted =
  | { conflict: false; operation: Operation }
  /** The id was used before for something else. */
  | { conflict: true };

/**
 * Stores a delivery, then starts its workflow; in this order, so that what was answered is never lost. The conditional
 * write of the operation is also the duplicate check. A repeated delivery of what does not run yet starts it again,
 * which is harmless: same name, same payload.
 */
export async function accept(
  { data, avatar, dueAtMs, keepUntilMs = 0, ...newOperation }: Delivery,
  { operations, payloads }: Pick<Store, "operations" | "payloads">,
  startWorkflow: StartWorkflow,
): Promise<Accepted> {
  const { id, fingerprint } = newOperation;
  await payloads.put(
    { id, fingerprint },
    { data, avatar },
    Math.max(dueAtMs, keepUntilMs),
  );
  const { operation } = await operations.accept(newOperation, dueAtMs);
  const isConflict = operation.fingerprint !== fingerprint;
  // What nobody will read must not stay: that of a refused delivery, and of work that is done, whose data was erased before.
  if (isConflict || isErasable(operation))
    await payloads.erase({ id, fingerprint });
  if (isConflict) return { conflict: true };
  if (operation.status === "accepted") await startWorkflow(operation);
  return { conflict: false, operation };
}
