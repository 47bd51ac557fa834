import { randomBytes } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import * as z from "zod/mini";
import { dayMs } from "../../shared/durations.ts";
import { absent } from "../../shared/dynamodb/expressions.ts";
import { sweepAt, type Table } from "../../shared/dynamodb/table.ts";
import {
  type DoneRow,
  doneRowSchema,
  findingSchema,
  type PlanRow,
  planRowSchema,
  planStatuses,
  type PlanStatus,
  rowKinds,
  type SentRow,
  sentRowSchema,
} from "./contract.ts";

const countsSchema = z.partialRecord(z.enum(rowKinds), z.number());

/** A plan, without the rows of its list. */
const planSchema = z.object({
  id: z.string(),
  source: z.string(),
  status: z.enum(planStatuses),
  reason: z.optional(z.string()),
  asOfMs: z.number(),
  isWhole: z.boolean(),
  expectRows: z.optional(z.number()),
  columns: z.optional(z.array(z.string())),
  /** Absent until the list is read. */
  phase: z.optional(z.enum(["match", "all"])),
  createdBy: z.string(),
  createdAtMs: z.number(),
  /** Parts of the upload, and parts of the rows of the plan, which also has employees who are missing. */
  chunks: z._default(z.number(), 0),
  rowChunks: z._default(z.number(), 0),
  rows: z.optional(z.number()),
  done: z._default(z.number(), 0),
  counts: z._default(countsSchema, {}),
  applies: z._default(countsSchema, {}),
  digest: z.optional(z.string()),
  findings: z._default(z.array(findingSchema), []),
  limits: z._default(
    z.array(
      z.object({ name: z.string(), used: z.number(), allowed: z.number() }),
    ),
    [],
  ),
  /** The version of what is kept of the source, as the plan was made. */
  basis: z._default(z.number(), 0),
  approvals: z._default(
    z.array(z.object({ by: z.string(), atMs: z.number() })),
    [],
  ),
  approvedUntilMs: z.optional(z.number()),
  /** Counts the starts of the apply. */
  run: z._default(z.number(), 0),
  accepted: z._default(z.number(), 0),
  skipped: z._default(z.number(), 0),
  startedAtMs: z.optional(z.number()),
  endedAtMs: z.optional(z.number()),
});
export type Plan = z.infer<typeof planSchema>;

/** What is kept of a source between its plans. */
const sourceSchema = z.object({
  version: z.number(),
  /** The last plan that was applied. */
  lastPlan: z.string(),
  /** The last one of a whole list. */
  lastWhole: z.optional(
    z.object({ plan: z.string(), rows: z.number(), asOfMs: z.number() }),
  ),
});
export type SourceState = z.infer<typeof sourceSchema>;

const chunkSchema = z.object({ bytes: z.instanceof(Uint8Array) });
const rowsSchema = z.object({
  planned: z.instanceof(Uint8Array),
  applied: z.optional(z.instanceof(Uint8Array)),
  /** Counts the writes of what was applied. */
  version: z._default(z.number(), 0),
});

/** An upload that does not become a plan is kept for this time. */
const uploadMs = dayMs;
/** The values of a list are kept for this time, and not longer than its plan needs them. */
export const valuesMs = 14 * dayMs;
/** Ids and codes of a plan, without a value. */
const keptMs = 90 * dayMs;

/** The most text that a part of an upload unpacks to. */
const maxUnpackedBytes = 4_000_000;

export type Plans = ReturnType<typeof createPlans>;

/**
 * Lists of people and the plans that are made of them (decision 31). The rows of a list are personal data. They lie in
 * items of their own, and are deleted when the plan has ended.
 */
export function createPlans(table: Table, nowMs: () => number) {
  const get = async (id: string): Promise<Plan | undefined> => {
    const plan = await table.get(keyOf(id), planSchema);
    return plan && { ...plan, id };
  };

  /** Resolves to the plan as it is now, or to undefined if it is in another status. */
  const move = async (
    id: string,
    from: readonly PlanStatus[],
    set: Partial<Omit<Plan, "id">>,
  ): Promise<Plan | undefined> => {
    const { applied, item } = await table.updateOrRead(
      keyOf(id),
      { set, where: { status: { oneOf: from } } },
      planSchema,
    );
    return applied ? { ...item, id } : undefined;
  };

  /** Adds an approval, if no other one was added since the plan was read. */
  const approve = async (
    { id, approvals: known }: Plan,
    approvals: Plan["approvals"],
    set: Partial<Pick<Plan, "status" | "approvedUntilMs">>,
  ): Promise<Plan | undefined> => {
    const { applied, item } = await table.updateOrRead(
      keyOf(id),
      {
        set: { ...set, approvals },
        where: {
          status: "planned",
          approvals: known.length === 0 ? absent : { length: known.length },
        },
      },
      planSchema,
    );
    return applied ? { ...item, id } : undefined;
  };

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

  const deleteValues = async ({ id, chunks }: Pick<Plan, "id" | "chunks">) => {
    for (let chunk = 0; chunk < chunks; chunk++)
      await table.delete(chunkKey(id, chunk));
    await table.delete(matchesKey(id));
  };

  return {
    get,
    move,
    approve,
    rowsOf,
    deleteValues,

    async create(
      plan: Pick<
        Plan,
        "source" | "asOfMs" | "isWhole" | "createdBy" | "expectRows" | "columns"
      >,
    ): Promise<Plan> {
      const id = `plan_${randomBytes(12).toString("base64url")}`;
      const createdAtMs = nowMs();
      const item = { ...plan, status: "uploading", createdAtMs };
      await table.putIfAbsent({
        ...item,
        id: keyOf(id),
        // The index of all operations lists plans as another kind.
        kind: "plan",
        ...sweepAt(createdAtMs + keptMs),
      });
      return planSchema.parse({ ...item, id });
    },

    /** The newest plans first. The index may be a moment old. */
    async newest(limit: number): Promise<Plan[]> {
      const { entries } = await table.page(
        {
          index: "created",
          partition: ["kind", "plan"],
          newestFirst: true,
          limit,
        },
        z.object({ id: z.string() }),
      );
      const found = await Promise.all(
        entries.map((entry) => get(entry.id.slice(prefix.length))),
      );
      return found.filter((plan) => plan !== undefined);
    },

    /** Stores a part of an upload, packed. Sending it again replaces it. */
    putChunk: (id: string, chunk: number, bytes: Uint8Array) =>
      table.put({
        id: chunkKey(id, chunk),
        bytes,
        ...sweepAt(nowMs() + uploadMs),
      }),

    /** The rows of a part of an upload. Undefined if it does not exist any more. */
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

    putMatches: (id: string, bytes: Uint8Array) =>
      table.put({
        id: matchesKey(id),
        bytes,
        ...sweepAt(nowMs() + uploadMs),
      }),

    /** Which person an employee is, as an operator has decided. */
    async matches(id: string): Promise<ReadonlyMap<string, string>> {
      const item = await table.get(matchesKey(id), chunkSchema);
      return new Map(
        Object.entries(item ? unpack(item.bytes, matchesSchema) : {}),
      );
    },

    /** Stores what a part of the rows comes to. Resolves to its digest. */
    putRows: (id: string, chunk: number, planned: readonly PlanRow[]) =>
      table.put({
        id: rowsKey(id, chunk),
        planned: pack(planned),
        ...sweepAt(nowMs() + keptMs),
      }),

    /**
     * Stores what became of a part of the rows. Resolves to false if another execution has done so since it was read.
     */
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

    source: (source: string): Promise<SourceState | undefined> =>
      table.get(sourceKey(source), sourceSchema),

    /** Keeps what the next plan of the source must know. It counts only if no other plan was applied since this one. */
    async endOfPlan({
      id,
      source,
      basis,
      isWhole,
      rows = 0,
      asOfMs,
      phase,
    }: Plan) {
      await table.update(sourceKey(source), {
        set: {
          version: basis + 1,
          lastPlan: id,
          ...(isWhole &&
            phase === "all" && { lastWhole: { plan: id, rows, asOfMs } }),
        },
        where: { version: basis === 0 ? absent : basis },
        createsItem: true,
      });
    },
  };
}

export const matchesSchema = z.record(z.string(), z.string());

const prefix = "plan#";
const keyOf = (id: string) => prefix + id;
const chunkKey = (id: string, chunk: number) => `${keyOf(id)}#chunk#${chunk}`;
const rowsKey = (id: string, chunk: number) => `${keyOf(id)}#rows#${chunk}`;
const matchesKey = (id: string) => `${keyOf(id)}#matches`;
const sourceKey = (source: string) => `list#${source}`;

function pack(value: unknown): Uint8Array {
  return gzipSync(JSON.stringify(value));
}

/** @throws if the bytes are not packed JSON that fits the schema */
export function unpack<S extends z.ZodMiniType>(
  bytes: Uint8Array,
  schema: S,
): z.output<S> {
  const text = gunzipSync(bytes, { maxOutputLength: maxUnpackedBytes });
  return schema.parse(JSON.parse(text.toString("utf8")));
}

/** The rows of a part of an upload: JSON, one row a line. @throws if it is none */
export function unpackChunk(bytes: Uint8Array): SentRow[] {
  const text = gunzipSync(bytes, { maxOutputLength: maxUnpackedBytes });
  return text
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => sentRowSchema.parse(JSON.parse(line)));
}
