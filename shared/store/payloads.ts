import * as z from "zod/mini";
import { sweepAt, type Table } from "../dynamodb/table.ts";
import { toStoredEventType } from "../event-types.ts";
import {
  apartIdOf,
  deleteApart,
  isAvatarId,
  isLarge,
  keepApart,
  payloadOf,
} from "./apart.ts";
import type { Operation } from "./operation.ts";
import { createDueList } from "./due-list.ts";
import { keyOf, operationPrefix } from "./operation-writer.ts";
import {
  decodePayload,
  encodePayload,
  type Payload,
  payloadSchema,
} from "./payload.ts";
import { StoreConflict } from "./store-conflict.ts";
import { dayMs } from "../durations.ts";

/** Personal data is kept for this time after its operation is due, and not longer, whatever happens to the operation. */
const keptAfterDueMs = 14 * dayMs;

/** The attributes of an operation's item that hold personal data, or say that there is some. */
const payloadAttributes = [
  "payload",
  "note",
  "apart",
  "holds",
  "payloadUntilMs",
] as const;

const itemSchema = z.object({
  type: z.pipe(z.string(), z.transform(toStoredEventType)),
  fingerprint: z.string(),
  payload: z.optional(payloadSchema),
  note: z.optional(z.string()),
  apart: z.optional(z.array(z.string())),
});
const heldSchema = z.object({
  apart: z.optional(z.array(z.string())),
  payloadUntilMs: z.optional(z.number()),
});
const apartAvatarSchema = z.object({ bytes: z.instanceof(Uint8Array) });

/** An operation and the delivery it was made from. Another body with the same delivery id has another key. */
export type PayloadKey = Pick<Operation, "id" | "fingerprint">;

/** What an operation says. */
export type HeldData = PayloadKey &
  Pick<Operation, "type" | "apart"> & { data: unknown };

/** The attributes of a new operation's item for its payload. */
export type HeldPayload = {
  payload: Payload | undefined;
  /** The ids of the items that `place` has stored. */
  apart: string[] | undefined;
  /** Marks the item for the index of payloads. */
  holds: "payload";
  payloadUntilMs: number;
};

export type Payloads = ReturnType<typeof createPayloads>;

/**
 * The data of events, and inline avatars. Data of at most 4 KB lies in the item of its operation, so that no request
 * of its own stores or erases it. Larger data and the bytes of avatars lie in items of their own.
 *
 * No read of an operation returns its payload: `operationSchema` does not know these attributes.
 */
export function createPayloads(table: Table, nowMs: () => number) {
  return {
    /**
     * Stores large data and the bytes of an avatar apart, and resolves to the attributes for the operation's item. Items
     * that are stored already stay, because a repeated delivery has the same data.
     *
     * @param dueAtMs - when the operation needs the payload; a time in the past means now
     */
    async place(
      { type, ...key }: PayloadKey & Pick<Operation, "type">,
      { data, avatar }: { data: unknown; avatar?: Uint8Array | undefined },
      dueAtMs = 0,
    ): Promise<HeldPayload> {
      const payload = encodePayload(type, data);
      const isSmall = !isLarge(payload);
      const payloadUntilMs = keptUntilMs(Math.max(nowMs(), dueAtMs));
      const apart = [
        ...(isSmall ? [] : [{ id: apartIdOf("data", key), payload }]),
        ...(avatar ? [{ id: apartIdOf("avatar", key), bytes: avatar }] : []),
      ];
      await Promise.all(
        apart.map((item) =>
          table.putIfAbsent({ ...item, ...sweepAt(payloadUntilMs) }),
        ),
      );
      return {
        payload: isSmall ? payload : undefined,
        apart: apart.length > 0 ? apart.map(({ id }) => id) : undefined,
        holds: "payload",
        payloadUntilMs,
      };
    },

    /** Deletes what `place` has stored apart for an operation that does not hold it. */
    discard: ({ apart }: HeldPayload) => deleteApart(table, apart),

    /**
     * Deletes the avatar of an operation that ends with the next write, and resolves to what still lies apart. Data
     * stays until that write: if the execution is lost before it, another one needs the data.
     */
    async discardAvatar({
      apart = [],
    }: Pick<Held, "apart">): Promise<string[] | undefined> {
      const rest = apart.filter((id) => !isAvatarId(id));
      await deleteApart(table, apart.filter(isAvatarId));
      return rest.length > 0 ? rest : undefined;
    },

    /**
     * Stores personal data that the workflow must remember, because the engine's history must not hold it.
     *
     * @throws StoreConflict `data-erased` when the payload of the operation was erased
     */
    async note({ id, fingerprint }: PayloadKey, note: unknown): Promise<void> {
      const isWritten = await table.update(keyOf(id), {
        set: { note: JSON.stringify(note) },
        where: { fingerprint, holds: "payload" },
      });
      if (!isWritten)
        throw new StoreConflict("data-erased", { retryable: false });
    },

    /** Resolves to undefined when there is no note. */
    async noted<S extends z.ZodMiniType>(
      key: PayloadKey,
      schema: S,
    ): Promise<z.output<S> | undefined> {
      const note = (await readItem(table, key))?.note;
      return note === undefined ? undefined : schema.parse(JSON.parse(note));
    },

    /**
     * Resolves to undefined when the data was erased.
     *
     * @throws PayloadTooNewError when a newer version of this software stored it
     */
    async data<S extends z.ZodMiniType>(
      key: PayloadKey,
      schema: S,
    ): Promise<z.output<S> | undefined> {
      const stored = await readStoredPayload(table, key);
      return stored && decodePayload(stored.type, stored, schema);
    },

    /** The data of any operation, which no schema has parsed. Undefined when there is none, or it was erased. */
    async find(id: string): Promise<HeldData | undefined> {
      const item = await table.get(keyOf(id), itemSchema);
      if (item === undefined) return undefined;
      const { type, fingerprint, apart } = item;
      const payload = await payloadOf(table, item);
      if (payload === undefined) return undefined;
      const data = decodePayload(type, payload, z.unknown());
      return { id, type, fingerprint, apart, data };
    },

    /** The bytes of the avatar. An amendment may have stored them under an id of its own. */
    async avatar(
      key: PayloadKey & Pick<Operation, "apart">,
    ): Promise<Uint8Array | undefined> {
      const id = key.apart?.find(isAvatarId);
      const item = await table.get(
        id ?? apartIdOf("avatar", key),
        apartAvatarSchema,
      );
      return item?.bytes;
    },

    erase: (operation: Operation) => erasePayload(table, operation),

    /** The operations whose payload must be erased. */
    due: createDueList(table, nowMs, {
      index: "payload",
      partition: ["holds", "payload"],
      time: "payloadUntilMs",
      prefix: operationPrefix,
    }),

    /** Erases a payload whose time is over. Resolves to false when there is none. */
    async eraseDue(id: string): Promise<boolean> {
      const held = await table.get(keyOf(id), heldSchema);
      if (!held || !isPayloadDue(held, nowMs())) return false;
      await erasePayload(table, { ...held, id });
      return true;
    },
  };
}

/** The payload of an operation as it is stored, and the type of its event. Undefined when it was erased. */
async function readStoredPayload(
  table: Table,
  key: PayloadKey,
): Promise<(Payload & Pick<Operation, "type">) | undefined> {
  const item = await readItem(table, key);
  const payload = item && (await payloadOf(table, item));
  return item && payload && { ...payload, type: item.type };
}

async function readItem(table: Table, { id, fingerprint }: PayloadKey) {
  const item = await table.get(keyOf(id), itemSchema);
  return item?.fingerprint === fingerprint ? item : undefined;
}

type Held = Pick<Operation, "apart" | "payloadUntilMs">;

/** Erases the payload of an operation and everything that lies apart. Repeating it changes nothing. */
export async function erasePayload(
  table: Table,
  { id, apart, payloadUntilMs }: Held & Pick<Operation, "id">,
): Promise<void> {
  if (payloadUntilMs === undefined) return;
  await deleteApart(table, apart);
  // At last, so that the scheduler finds the mark and erases the rest after an interruption.
  await table.update(keyOf(id), { remove: payloadAttributes, where: {} });
}

/**
 * The part of the write that ends an operation and its payload. It removes the payload. Data that lies apart becomes
 * due for erasure.
 */
export function endOfPayload({ apart }: Held, nowMs: number) {
  return apart === undefined
    ? { set: {}, remove: payloadAttributes }
    : { set: { payloadUntilMs: nowMs }, remove: ["payload", "note"] };
}

/** Whether a payload must be erased by now. */
export function isPayloadDue({ payloadUntilMs }: Held, nowMs: number): boolean {
  return payloadUntilMs !== undefined && payloadUntilMs <= nowMs;
}

/**
 * The part of a write after which an operation needs its payload, because it waits, or has ended and may be needed later.
 * The time of data that lies apart is prolonged before that write.
 *
 * @param mayShorten - the time can become shorter too
 */
export async function keepPayload(
  table: Table,
  { apart = [], payloadUntilMs }: Held,
  neededMs: number,
  mayShorten = false,
): Promise<Held> {
  if (payloadUntilMs === undefined) return {};
  const untilMs = keptUntilMs(neededMs);
  if (untilMs > payloadUntilMs) await keepApart(table, apart, untilMs);
  return {
    payloadUntilMs: mayShorten ? untilMs : Math.max(payloadUntilMs, untilMs),
  };
}

function keptUntilMs(dueAtMs: number): number {
  return dueAtMs + keptAfterDueMs;
}
