import * as z from "zod/mini";
import type { Operation } from "./operations.ts";
import { sweepAt, type Table } from "./table.ts";

const payloadSchema = z.object({ payload: z.unknown() });

/** Personal data never outlives this, whatever becomes of its operation. */
const keptAtMostMs = 14 * 24 * 60 * 60 * 1000;

export type Payloads = ReturnType<typeof createPayloads>;

/** An operation and the very delivery it was made from: another body under the same delivery id never mixes in. */
export type PayloadKey = Pick<Operation, "id" | "fingerprint">;

/**
 * What an event brought: its data and, as bytes in an item of its own, an inline avatar. Kept apart from the operation,
 * so that operations stay small and personal data is erased as soon as it has served.
 */
export function createPayloads(table: Table, nowMs: () => number) {
  const put = (id: string, payload: unknown) =>
    table.putIfAbsent({ id, payload, ...sweepAt(nowMs() + keptAtMostMs) });
  const get = async <S extends z.ZodMiniType>(
    id: string,
    schema: S,
  ): Promise<z.output<S> | undefined> => {
    const item = await table.get(id, payloadSchema);
    return item && schema.parse(item.payload);
  };

  return {
    /** Keeps what is there already: a repeated delivery brings the same. */
    async put(
      key: PayloadKey,
      data: unknown,
      avatar?: Uint8Array,
    ): Promise<void> {
      await Promise.all([
        put(idOf("data", key), data),
        avatar && put(idOf("avatar", key), avatar),
      ]);
    },

    /** Resolves to undefined when the data was erased. */
    data: <S extends z.ZodMiniType>(key: PayloadKey, schema: S) =>
      get(idOf("data", key), schema),

    avatar: (key: PayloadKey) =>
      get(idOf("avatar", key), z.instanceof(Uint8Array)),

    async erase(key: PayloadKey): Promise<void> {
      await Promise.all([
        table.delete(idOf("data", key)),
        table.delete(idOf("avatar", key)),
      ]);
    },
  };
}

function idOf(kind: "data" | "avatar", { id, fingerprint }: PayloadKey) {
  return `${kind}#${id}#${fingerprint}`;
}
