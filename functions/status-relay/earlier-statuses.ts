import * as z from "zod/mini";
import type { Employee } from "../../shared/store/employee.ts";
import type { Store } from "../../shared/store/store.ts";
import { isFinal, type Operation } from "../../shared/store/operation.ts";
import type { PayloadKey } from "../../shared/store/payloads.ts";
import type { StatusRelayRun } from "./status-relay-run.ts";
import { type StoredStatus, storedStatusSchema } from "./stored-status.ts";

/** At most this many earlier statuses are kept. */
const maxEarlier = 5;

/** The statuses that were shown before, latest first: the text, its operation, and its expiry. */
const earlierSchema = z.array(
  z.object({
    text: z.string(),
    by: z.optional(z.string()),
    untilMs: z.optional(z.number()),
  }),
);
type EarlierStatus = z.infer<typeof earlierSchema>[number];

const noteSchema = z.object({ earlier: earlierSchema });

/**
 * Saves the current status, and the statuses that it has replaced, for a status that expires. When it expires, the
 * latest earlier status that is still valid comes back. Call this before the profile is overwritten.
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
  // An earlier attempt whose answer was lost has written the profile, and saved the earlier statuses before.
  if (current === text && (await payloads.readNote(operation, noteSchema)))
    return;
  const all = await collectEarlierStatuses(store, statusBy, current);
  // If the same text was shown with another end, the new end replaces it.
  const isOther = (one: EarlierStatus) =>
    one.text !== text || one.untilMs === undefined;
  const earlier = all.filter(isOther).slice(0, maxEarlier);
  await payloads.writeNote(operation, { earlier });
}

/** Step "find note": whether the earlier statuses are saved. Then the write came next, and the status may be shown. */
export function hasSavedEarlierStatuses({
  operation,
  store,
  steps,
}: StatusRelayRun): Promise<boolean> {
  return steps.store(
    "find note",
    async () =>
      (await store.payloads.readNote(operation, noteSchema)) !== undefined,
  );
}

/**
 * Finds the latest earlier status that is still valid. Its text is empty if there is none. `all` has the texts of all
 * earlier statuses: an earlier attempt may have restored one that has expired since.
 */
export async function findStatusToRestore({
  operation,
  store,
  nowMs,
}: StatusRelayRun): Promise<{ earlier: EarlierStatus; all: string[] }> {
  const saved = await readEarlierStatuses(store, operation);
  const isValid = async ({ by, untilMs = Infinity }: EarlierStatus) =>
    untilMs > nowMs() || (await isEndCancelled(store, by));
  const valid = await Promise.all(saved.map(isValid));
  const earlier = saved[valid.indexOf(true)] ?? { text: "" };
  return { earlier, all: saved.map(({ text }) => text) };
}

/** Whether an operator has cancelled the end of a status after the note was written. */
async function isEndCancelled(
  { operations }: Pick<Store, "operations">,
  by: string | undefined,
): Promise<boolean> {
  const operation = await operations.get(by);
  return operation?.reason === "cancelled-by-caller";
}

async function collectEarlierStatuses(
  store: Store,
  statusBy: string | undefined,
  current: string,
): Promise<EarlierStatus[]> {
  const shown = await findStatusOf(store, statusBy, current);
  if (!shown) return [{ text: current }];
  const { operation, data } = shown;
  return [
    { text: current, by: operation.id, untilMs: data.expiresAtMs },
    ...(await readEarlierStatuses(store, operation)),
  ];
}

/**
 * The operation of the status on a profile, and its data. Undefined for a status without an end, and for a text that
 * the person typed on the profile.
 *
 * @param statusBy - the operation that wrote the profile last
 */
export async function findStatusOf(
  { operations, payloads }: Pick<Store, "operations" | "payloads">,
  statusBy: string | undefined,
  current: string,
): Promise<{ operation: Operation; data: StoredStatus } | undefined> {
  const operation = statusBy && (await operations.get(statusBy));
  if (!operation || isFinal(operation)) return undefined;
  const data = await payloads.readData(operation, storedStatusSchema);
  return data?.text === current ? { operation, data } : undefined;
}

async function readEarlierStatuses(
  { payloads }: Store,
  key: PayloadKey,
): Promise<EarlierStatus[]> {
  const note = await payloads.readNote(key, noteSchema);
  return note?.earlier ?? [];
}
