import * as z from "zod/mini";
import { dayMs } from "../durations.ts";
import { sweepAt, type Table } from "../dynamodb/table.ts";
import { createDueList } from "./due-list.ts";
import { type Operation, storedTypeSchema } from "./operation.ts";
import { keyOf, operationPrefix } from "./operation-writer.ts";
import {
  decodePayload,
  encodePayload,
  type Payload,
  payloadSchema,
} from "./payload.ts";
import type { SealedBytes } from "../sealed-bytes.ts";
import { StepFailure } from "../step-failure.ts";

/** Personal data is kept for this time after its operation is due, and not longer, whatever the operation comes to. */
const keptAfterDueMs = 14 * dayMs;

/** The attributes of an operation's item that contain personal data, or say that there is some. */
export const payloadAttributes = [
  "payload",
  "note",
  "avatarId",
  "holds",
  "payloadUntilMs",
] as const;

const itemSchema = z.object({
  type: storedTypeSchema,
  fingerprint: z.string(),
  payload: z.optional(payloadSchema),
  note: z.optional(z.string()),
});
const placeSchema = z.object({
  avatarId: z.optional(z.string()),
  payloadUntilMs: z.optional(z.number()),
  expiresAtSeconds: z.optional(z.number()),
});
const avatarSchema = z.object({ bytes: z.instanceof(Uint8Array) });

/** An operation and the delivery it was made from. Another body with the same delivery id has another key. */
export type PayloadKey = Pick<Operation, "id" | "fingerprint">;

/** What an operation says. */
export type StoredData = PayloadKey &
  Pick<Operation, "type"> & { data: unknown };

/** Where the payload of an operation is stored, and until when. */
type PayloadPlace = Pick<Operation, "avatarId" | "payloadUntilMs">;

/** The attributes of a new operation's item for its payload. */
export type StoredPayload = {
  payload: Payload;
  /** The id of the item that `prepare` has stored. */
  avatarId: string | undefined;
  /** Marks the item for the index of payloads. */
  holds: "payload";
  payloadUntilMs: number;
};

export type Payloads = ReturnType<typeof createPayloads>;

/**
 * The data of events, and inline avatars. The data lies in the item of its operation, so that it needs no write of its
 * own. The schemas of events keep it well below the 400 KB of an item. The bytes of an avatar lie in another item,
 * because each write of an operation costs as much as its whole item.
 *
 * No read of an operation returns its payload, because `operationSchema` does not know these attributes. Only its start
 * does (`execution-writes.ts`).
 */
export function createPayloads(table: Table, nowMs: () => number) {
  const findUnparsed = async (id: string): Promise<StoredData | undefined> => {
    const item = await table.get(keyOf(id), itemSchema);
    if (item?.payload === undefined) return undefined;
    const { type, fingerprint, payload } = item;
    const data = decodePayload(type, payload, z.unknown());
    return { id, type, fingerprint, data };
  };

  /** Erases the payload of an operation. Repeating it changes nothing. */
  async function erase({
    id,
    payloadUntilMs,
  }: Pick<Operation, "id" | "payloadUntilMs">): Promise<void> {
    if (payloadUntilMs !== undefined)
      await table.update(keyOf(id), { remove: payloadAttributes, where: {} });
  }

  return {
    /**
     * Stores the sealed bytes of an avatar, and resolves to the attributes for the operation's item. Each delivery has
     * its own key, so the bytes of a delivery that is not accepted cannot be read.
     *
     * @param dueAtMs - when the operation needs the payload; a time in the past means now
     */
    async prepare(
      { type }: Pick<Operation, "type">,
      { data, avatar }: { data: unknown; avatar?: SealedBytes | undefined },
      dueAtMs = 0,
    ): Promise<StoredPayload> {
      const payloadUntilMs = keptUntilMs(Math.max(nowMs(), dueAtMs));
      const id = avatar && avatarIdOf(avatar.id);
      const kept = sweepAt(payloadUntilMs);
      if (id) await table.putIfAbsent({ id, bytes: avatar.bytes, ...kept });
      return {
        payload: encodePayload(type, data),
        avatarId: id,
        holds: "payload",
        payloadUntilMs,
      };
    },

    /**
     * Stores personal data that the workflow must remember, because the engine's history must not contain it.
     *
     * @throws StepFailure `data-erased` when the payload of the operation was erased
     */
    async writeNote(
      { id, fingerprint }: PayloadKey,
      note: unknown,
    ): Promise<void> {
      const isWritten = await table.update(keyOf(id), {
        set: { note: JSON.stringify(note) },
        where: { fingerprint, holds: "payload" },
      });
      if (!isWritten) throw new StepFailure("data-erased");
    },

    /** Resolves to undefined when there is no note. */
    async readNote<S extends z.ZodMiniType>(
      { id, fingerprint }: PayloadKey,
      schema: S,
    ): Promise<z.output<S> | undefined> {
      const item = await table.get(keyOf(id), itemSchema);
      return item?.note === undefined || item.fingerprint !== fingerprint
        ? undefined
        : schema.parse(JSON.parse(item.note));
    },

    /**
     * Resolves to undefined when the data was erased.
     *
     * @throws ConfigurationError `payload-too-new` when a newer version of this software stored it
     */
    async readData<S extends z.ZodMiniType>(
      { id, fingerprint }: PayloadKey,
      schema: S,
    ): Promise<z.output<S> | undefined> {
      const stored = await findUnparsed(id);
      return stored?.fingerprint === fingerprint
        ? schema.parse(stored.data)
        : undefined;
    },

    /** The data of any operation, which no schema has parsed. Undefined when there is none, or it was erased. */
    findUnparsed,

    /** The sealed bytes of an avatar. */
    readAvatar: async (id: string): Promise<Uint8Array | undefined> =>
      (await table.get(avatarIdOf(id), avatarSchema))?.bytes,

    erase,

    /** Keeps the payload of an operation that has ended, because what it says counts again and is needed later. */
    async prolong(id: string, neededMs: number): Promise<void> {
      const stored = await table.get(keyOf(id), placeSchema);
      if (stored?.payloadUntilMs === undefined) return;
      const { expiresAtSeconds = Infinity, payloadUntilMs } = stored;
      const kept = await keepPayload(table, stored, neededMs);
      if (kept.payloadUntilMs === payloadUntilMs) return;
      // An operation that has ended is swept, but not before its payload.
      const sweep = sweepAt(kept.payloadUntilMs ?? 0);
      const isSweptLater = sweep.expiresAtSeconds > expiresAtSeconds;
      await table.update(keyOf(id), {
        set: { ...kept, ...(isSweptLater && sweep) },
        where: { holds: "payload", payloadUntilMs },
      });
    },

    /** The operations whose payload must be erased. */
    due: createDueList(table, nowMs, {
      index: "payload",
      partition: ["holds", "payload"],
      time: "payloadUntilMs",
      prefix: operationPrefix,
    }),

    /** Erases a payload whose time is over. Resolves to false when there is none, or it was prolonged just now. */
    async eraseIfDue(id: string): Promise<boolean> {
      const { payloadUntilMs = Infinity } =
        (await table.get(keyOf(id), placeSchema)) ?? {};
      if (payloadUntilMs > nowMs()) return false;
      const where = { payloadUntilMs };
      return table.update(keyOf(id), { remove: payloadAttributes, where });
    },
  };
}

function avatarIdOf(id: string): string {
  return `avatar#${id}`;
}

/**
 * The part of a write after which an operation needs its payload, because it waits, or has ended and may be needed
 * later. The time of the avatar is prolonged before that write.
 *
 * @param options.mayShorten - the time can become shorter too
 */
export async function keepPayload(
  table: Table,
  { avatarId, payloadUntilMs }: PayloadPlace,
  neededMs: number,
  { mayShorten = false } = {},
): Promise<Pick<PayloadPlace, "payloadUntilMs">> {
  if (payloadUntilMs === undefined) return {};
  const untilMs = keptUntilMs(neededMs);
  if (avatarId !== undefined && untilMs > payloadUntilMs)
    await table.update(avatarId, { set: sweepAt(untilMs), where: {} });
  return {
    payloadUntilMs: mayShorten ? untilMs : Math.max(payloadUntilMs, untilMs),
  };
}

function keptUntilMs(dueAtMs: number): number {
  return dueAtMs + keptAfterDueMs;
}
