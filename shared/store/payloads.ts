import * as z from "zod/mini";
import type { Operation } from "./operation.ts";
import { sweepAt, type Table } from "../dynamodb/table.ts";

const payloadSchema = z.object({ payload: z.unknown() });

/** Personal data is swept at most this long after its operation is due, whatever happens to the operation. */
const keptAtMostMs = 14 * 24 * 60 * 60 * 1000;

export type Payloads = ReturnType<typeof createPayloads>;

/** An operation and the delivery it was made from. Another body with the same delivery id has another key. */
export type PayloadKey = Pick<Operation, "id" | "fingerprint">;

/**
 * The data of events and, as bytes in an item of its own, inline avatars. They are kept apart from the operations, so
 * that operations stay small and personal data is erased as soon as it is not needed any more.
 */
export function createPayloads(table: Table, nowMs: () => number) {
  const itemOf = (id: string, payload: unknown, dueAtMs = 0) => ({
    id,
    payload,
    ...sweepAt(Math.max(nowMs(), dueAtMs) + keptAtMostMs),
  });
  const get = async <S extends z.ZodMiniType>(
    id: string,
    schema: S,
  ): Promise<z.output<S> | undefined> => {
    const item = await table.get(id, payloadSchema);
    return item && schema.parse(item.payload);
  };

  return {
    /** Keeps data that is stored already, because a repeated delivery has the same data. */
    async put(
      key: PayloadKey,
      { data, avatar }: { data: unknown; avatar?: Uint8Array | undefined },
      dueAtMs?: number,
    ): Promise<void> {
      const put = (kind: Kind, payload: unknown) =>
        table.putIfAbsent(itemOf(idOf(kind, key), payload, dueAtMs));
      await Promise.all([put("data", data), avatar && put("avatar", avatar)]);
    },

    /** Stores personal data that the workflow must remember, because the engine's history must not hold it. */
    note: (key: PayloadKey, note: unknown, dueAtMs?: number): Promise<void> =>
      table.put(itemOf(idOf("note", key), note, dueAtMs)),

    /** Resolves to undefined when there is no note. */
    noted: <S extends z.ZodMiniType>(key: PayloadKey, schema: S) =>
      get(idOf("note", key), schema),

    /** Resolves to undefined when the data was erased. */
    data: <S extends z.ZodMiniType>(key: PayloadKey, schema: S) =>
      get(idOf("data", key), schema),

    avatar: (key: PayloadKey) =>
      get(idOf("avatar", key), z.instanceof(Uint8Array)),

    async erase(key: PayloadKey): Promise<void> {
      await Promise.all(kinds.map((kind) => table.delete(idOf(kind, key))));
    },
  };
}

const kinds = ["data", "avatar", "note"] as const;
type Kind = (typeof kinds)[number];

function idOf(kind: Kind, { id, fingerprint }: PayloadKey) {
  return `${kind}#${id}#${fingerprint}`;
}
