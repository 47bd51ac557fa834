import * as z from "zod/mini";
import type { Employee } from "../../shared/store/employee.ts";
import type { Store } from "../../shared/store/store.ts";
import { isFinal } from "../../shared/store/operation.ts";
import type { PayloadKey } from "../../shared/store/payloads.ts";
import type { StatusRelayRun } from "./status-relay-run.ts";
import { type StoredStatus, storedStatusSchema } from "./stored-status.ts";

/** Older statuses are dropped. */
const maxEarlier = 5;

/** The statuses that were shown before, latest first: the text, its operation, and its expiry. */
const earlierSchema = z.array(
  z.object({
    text: z.string(),
    by: z.optional(z.string()),
    untilMs: z.optional(z.number()),
  }),
);
type EarlierStatuses = z.infer<typeof earlierSchema>;

const noteSchema = z.object({ earlier: earlierSchema });

/**
 * Saves the earlier statuses for a status that expires: the current one and those that it replaced itself. When the
 * status expires, the latest one that is still valid comes back. Call this before the profile is overwritten.
 *
 * @param current - the text on the profile
 */
export async function saveEarlierStatuses(
  { operation, store }: StatusRelayRun,
  { statusBy }: Employee,
  current: string,
  { text, expiresAtMs }: StoredStatus,
): Promise<void> {
  const { payloads } = store;
  if (expiresAtMs === undefined) return;
  // An earlier attempt has written the profile without our knowledge. It has saved the earlier statuses already.
  if (current === text && (await payloads.noted(operation, noteSchema))) return;
  const earlier = await collectEarlierStatuses(store, statusBy, current);
  await payloads.note(operation, { earlier });
}

/** Step "find note": whether a status that expires may be on the profile, because its write came next. */
export function hasSavedEarlierStatuses({
  operation,
  store,
  steps,
}: StatusRelayRun): Promise<boolean> {
  return steps.store(
    "find note",
    async () =>
      (await store.payloads.noted(operation, noteSchema)) !== undefined,
  );
}

/** Finds the latest earlier status that is still valid. Its text is empty if there is none. */
export async function findStatusToRestore({
  operation,
  store,
  nowMs,
}: StatusRelayRun): Promise<EarlierStatuses[number]> {
  const earlier = await readEarlierStatuses(store, operation);
  const isValid = ({ untilMs = Number.POSITIVE_INFINITY }) => untilMs > nowMs();
  return earlier.find(isValid) ?? { text: "" };
}

async function collectEarlierStatuses(
  store: Store,
  statusBy: string | undefined,
  current: string,
): Promise<EarlierStatuses> {
  const shown = statusBy && (await store.operations.get(statusBy));
  // A status without an expiry, or whose operation is final, comes back without an end.
  if (!shown || isFinal(shown)) return [{ text: current }];
  const data = await store.payloads.data(shown, storedStatusSchema);
  // A text that the person typed on the profile belongs to no operation.
  if (data?.text !== current) return [{ text: current }];
  return [
    { text: current, by: shown.id, untilMs: data.expiresAtMs },
    ...(await readEarlierStatuses(store, shown)),
  ].slice(0, maxEarlier);
}

async function readEarlierStatuses(
  { payloads }: Store,
  key: PayloadKey,
): Promise<EarlierStatuses> {
  const note = await payloads.noted(key, noteSchema);
  return note?.earlier ?? [];
}
