import * as z from "zod/mini";
import type { Employee } from "../../shared/store/employee.ts";
import type { Store } from "../../shared/store/store.ts";
import { isFinal } from "../../shared/store/operation.ts";
import type { PayloadKey } from "../../shared/store/payloads.ts";
import type { StatusRun } from "./status-run.ts";
import { type StoredStatus, storedStatusSchema } from "./stored-status.ts";

/** Deeper, nobody remembers what they had said. */
const maxEarlier = 5;

/** What was shown before, latest first: a text, whose it was, and how long it was to be shown. */
const earlierSchema = z.array(
  z.object({
    text: z.string(),
    by: z.optional(z.string()),
    untilMs: z.optional(z.number()),
  }),
);
type Earlier = z.infer<typeof earlierSchema>;

const noteSchema = z.object({ earlier: earlierSchema });

/**
 * Writes down, for a status that ends, what comes back then: the one that is shown now and, should that have run out
 * meanwhile, the ones it had itself replaced. To be called before it is overwritten, or nobody would know any more.
 *
 * @param now - what is shown
 */
export async function noteEarlier(
  { operation, store }: StatusRun,
  { statusBy }: Employee,
  now: string,
  { text, expiresAtMs }: StoredStatus,
): Promise<void> {
  const { payloads } = store;
  if (expiresAtMs === undefined) return;
  // An attempt of which we heard nothing got through: what was there before it is written down.
  if (now === text && (await payloads.noted(operation, noteSchema))) return;
  const earlier = await earlierStatuses(store, statusBy, now);
  await payloads.note(operation, { earlier }, expiresAtMs);
}

/** The latest that has not run out. */
export async function statusToRestore({
  operation,
  store,
  nowMs,
}: StatusRun): Promise<Earlier[number]> {
  const earlier = await notedEarlier(store, operation);
  const isValid = ({ untilMs = Number.POSITIVE_INFINITY }) => untilMs > nowMs();
  return earlier.find(isValid) ?? { text: "" };
}

async function earlierStatuses(
  store: Store,
  statusBy: string | undefined,
  now: string,
): Promise<Earlier> {
  const shown = statusBy && (await store.operations.get(statusBy));
  // What has no end, or none any more, stays.
  if (!shown || isFinal(shown)) return [{ text: now }];
  const data = await store.payloads.data(shown, storedStatusSchema);
  // What they have typed on their profile is nobody else's.
  if (data?.text !== now) return [{ text: now }];
  return [
    { text: now, by: shown.id, untilMs: data.expiresAtMs },
    ...(await notedEarlier(store, shown)),
  ].slice(0, maxEarlier);
}

async function notedEarlier(
  { payloads }: Store,
  key: PayloadKey,
): Promise<Earlier> {
  const note = await payloads.noted(key, noteSchema);
  return note?.earlier ?? [];
}
