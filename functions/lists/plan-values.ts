import { gunzipSync, gzipSync } from "node:zlib";
import * as z from "zod/mini";
import { dayMs } from "../../shared/durations.ts";
import { absent } from "../../shared/dynamodb/expressions.ts";
import { employeeIdSchema } from "../../shared/fields.ts";
import { sweepAt, type Table } from "../../shared/dynamodb/table.ts";
import {
  chunkKey,
  matchesKey,
  namesKey,
  peopleKey,
  planKey,
} from "../../shared/store/plan-runs.ts";
import {
  type DoneRow,
  doneRowSchema,
  maxChunkBytes,
  type MatchNames,
  matchNamesSchema,
  type PlanRow,
  planRowSchema,
  type SentRow,
  sentRowSchema,
} from "./contract.ts";
import { StepFailure } from "../../shared/step-failure.ts";
import type { Plan } from "./plan.ts";

const namesSchema = z.record(z.string(), matchNamesSchema);
const chunkSchema = z.object({ bytes: z.instanceof(Uint8Array) });
const rowsSchema = z.object({
  planned: z.instanceof(Uint8Array),
  applied: z.optional(z.instanceof(Uint8Array)),
  /** Counts the writes of what was applied. */
  version: z._default(z.number(), 0),
});

/** An upload and the pages of people are kept for this time, if no plan is made of them. */
const uploadMs = dayMs;
/** The values of a list are kept for this time, and not longer than its plan needs them. */
export const valuesMs = 14 * dayMs;
/** Ids and codes of a plan, which have no value of the list, are kept for this time. */
export const keptMs = 90 * dayMs;

/** An item of our store has at most 400 KB. */
export const maxPackedBytes = 380_000;
/** A chunk of an upload unpacks to at most this much text. */
const maxUnpackedBytes = 4_000_000;

export type PlanValues = ReturnType<typeof createPlanValues>;

/** The rows of lists and of their plans, packed in items of many rows. Values are deleted when the plan has ended. */
export function createPlanValues(table: Table, nowMs: () => number) {
  const rowsOf = async (
    id: string,
    chunk: number,
  ): Promise<{ planned: PlanRow[]; applied: DoneRow[]; version: number }> => {
    const item = await table.get(rowsKey(id, chunk), rowsSchema);
    return {
      planned: item ? unpack(item.planned, z.array(planRowSchema)) : [],
      applied: item?.applied
        ? unpack(item.applied, z.array(doneRowSchema))
        : [],
      version: item?.version ?? 0,
    };
  };

  /** The planned rows of the chunks of a plan from `from` on, before `end`. */
  async function* plannedRows(
    id: string,
    end: number,
    from = 0,
  ): AsyncGenerator<PlanRow> {
    for (let nth = from; nth < end; nth++)
      yield* (await rowsOf(id, nth)).planned;
  }

  const putMatches = (id: string, bytes: Uint8Array): Promise<void> =>
    table.put({ id: matchesKey(id), bytes, ...sweepAt(nowMs() + uploadMs) });

  /** Which person an employee is, as an operator has decided. */
  const matches = async (id: string): Promise<ReadonlyMap<string, string>> => {
    const item = await table.get(matchesKey(id), chunkSchema);
    const decided = item ? unpack(item.bytes, matchesSchema) : {};
    return new Map(Object.entries(decided));
  };

  return {
    rowsOf,
    plannedRows,

    /** Stores a chunk of an upload, packed. Sending it again replaces it. */
    putChunk: (id: string, chunk: number, bytes: Uint8Array) =>
      table.put({
        id: chunkKey(id, chunk),
        bytes,
        ...sweepAt(nowMs() + uploadMs),
      }),

    /** Deletes chunks of an upload. A chunk that does not exist is no failure. */
    async deleteChunks(id: string, from: number, end: number): Promise<void> {
      for (let chunk = from; chunk < end; chunk++)
        await table.delete(chunkKey(id, chunk));
    },

    /** The rows of a chunk of an upload. Undefined if it does not exist any more. */
    async chunk(
      { id, createdAtMs }: Pick<Plan, "id" | "createdAtMs">,
      chunk: number,
    ): Promise<SentRow[] | undefined> {
      if (nowMs() >= createdAtMs + valuesMs) return undefined;
      const item = await table.get(chunkKey(id, chunk), chunkSchema);
      return item && unpackChunk(item.bytes);
    },

    /** Keeps the values of a list for as long as its plan can be applied. */
    async keepValues({
      id,
      chunks,
      createdAtMs,
    }: Pick<Plan, "id" | "chunks" | "createdAtMs">): Promise<void> {
      const set = sweepAt(createdAtMs + valuesMs);
      for (let chunk = 0; chunk < chunks; chunk++)
        await table.update(chunkKey(id, chunk), { set, where: {} });
      await table.update(matchesKey(id), { set, where: {} });
    },

    putMatches,
    matches,

    /** Adds decisions about persons. A new decision replaces an earlier one about the same employee. */
    async decide(id: string, more: Record<string, string>): Promise<void> {
      const all = { ...Object.fromEntries(await matches(id)), ...more };
      await putMatches(id, pack(all));
    },

    /** Stores the names of both sides of the matches of a chunk, by the lines of their rows. */
    async putNames(
      { id, createdAtMs }: Pick<Plan, "id" | "createdAtMs">,
      chunk: number,
      rows: readonly { row: PlanRow; names?: MatchNames }[],
    ): Promise<void> {
      const named = rows.flatMap(({ row: { line }, names }) =>
        names ? [[line, names]] : [],
      );
      const bytes = pack(Object.fromEntries(named));
      // If the names do not fit into an item, an operator decides without them.
      if (named.length > 0 && bytes.byteLength <= maxPackedBytes)
        await table.put({
          id: namesKey(id, chunk),
          bytes,
          ...sweepAt(createdAtMs + valuesMs),
        });
    },

    async namesOf(
      { id, createdAtMs }: Pick<Plan, "id" | "createdAtMs">,
      chunk: number,
    ): Promise<Record<string, MatchNames>> {
      if (nowMs() >= createdAtMs + valuesMs) return {};
      const item = await table.get(namesKey(id, chunk), chunkSchema);
      return item ? unpack(item.bytes, namesSchema) : {};
    },

    /**
     * Stores a page of the people of the platform, packed, until the plan is made.
     *
     * @throws StepFailure `execution-lost` if a later execution has stored it
     */
    async putPeople(
      id: string,
      page: number,
      bytes: Uint8Array,
      run: number,
    ): Promise<void> {
      const isStored = await table.update(peopleKey(id, page), {
        set: { bytes, run, ...sweepAt(nowMs() + uploadMs) },
        where: { run: { atMost: run } },
        createsItem: true,
      });
      if (!isStored) throw new StepFailure("execution-lost");
    },

    people: async (id: string, page: number): Promise<Uint8Array | undefined> =>
      (await table.get(peopleKey(id, page), chunkSchema))?.bytes,

    /** Stores what a chunk of the rows comes to. Resolves to false if a later execution has stored it. */
    putRows: (
      { id, origin }: Pick<Plan, "id" | "origin">,
      chunk: number,
      planned: readonly PlanRow[],
      run: number,
    ): Promise<boolean> =>
      table.update(rowsKey(id, chunk), {
        set: {
          planned: pack(planned),
          run,
          // Pulls are many, so their rows are kept for a shorter time.
          ...sweepAt(nowMs() + (origin === "upload" ? keptMs : valuesMs)),
        },
        where: { run: { atMost: run } },
        createsItem: true,
      }),

    /** Stores what became of a chunk of the rows. Resolves to false if another execution has stored it meanwhile. */
    putApplied: (
      id: string,
      chunk: number,
      applied: readonly DoneRow[],
      version: number,
    ): Promise<boolean> =>
      table.update(rowsKey(id, chunk), {
        set: { applied: pack(applied), version: version + 1 },
        where: { version: version === 0 ? absent : version },
      }),
  };
}

const rowsKey = (id: string, chunk: number) => `${planKey(id)}#rows#${chunk}`;

export const matchesSchema = z.record(employeeIdSchema, z.string());

export function pack(value: unknown): Uint8Array {
  return gzipSync(JSON.stringify(value));
}

/** Whether a chunk of an upload with this row alone fits into an item. */
export function fitsItem(row: string): boolean {
  const bytes = Buffer.byteLength(row);
  if (bytes <= maxChunkBytes) return true;
  return bytes <= maxUnpackedBytes && gzipSync(row).length <= maxPackedBytes;
}

/** @throws if the bytes are not packed JSON that fits the schema */
export function unpack<S extends z.ZodMiniType>(
  bytes: Uint8Array,
  schema: S,
): z.output<S> {
  const text = gunzipSync(bytes, { maxOutputLength: maxUnpackedBytes });
  return schema.parse(JSON.parse(text.toString("utf8")));
}

/** The rows of a chunk of an upload: JSON, one row a line. @throws if the bytes are not that */
export function unpackChunk(bytes: Uint8Array): SentRow[] {
  const text = gunzipSync(bytes, { maxOutputLength: maxUnpackedBytes });
  return text
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => sentRowSchema.parse(JSON.parse(line)));
}
