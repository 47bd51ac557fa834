import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import * as z from "zod/mini";
import { dayMs } from "../../shared/durations.ts";
import { absent } from "../../shared/dynamodb/expressions.ts";
import { sweepAt, type Table } from "../../shared/dynamodb/table.ts";
import {
  type DoneRow,
  doneRowSchema,
  findingSchema,
  type MatchNames,
  matchNamesSchema,
  planOrigins,
  type PlanRow,
  planRowSchema,
  planStatuses,
  type PlanStatus,
  rowKinds,
  type SentRow,
  sentRowSchema,
} from "./contract.ts";
import {
  chunkKey,
  createPlanRuns,
  matchesKey,
  namesKey,
  ofRun,
  planCheckMs,
  planKey,
  planPrefix,
  runningPlans,
} from "../../shared/store/plan-runs.ts";

const countsSchema = z.partialRecord(z.enum(rowKinds), z.number());

/** A plan, without the rows of its list. */
const planSchema = z.object({
  id: z.string(),
  source: z.string(),
  status: z.enum(planStatuses),
  reason: z.optional(z.string()),
  origin: z._default(z.enum(planOrigins), "upload"),
  asOfMs: z.number(),
  isWhole: z.boolean(),
  /** Only records that changed since then are read. Absent if all are. */
  sinceMs: z.optional(z.number()),
  /** The field map of a trial, as JSON. */
  trialMap: z.optional(z.string()),
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
  /** The rows of a pull that are not known to be the same. */
  changed: z.optional(z.number()),
  done: z._default(z.number(), 0),
  counts: z._default(countsSchema, {}),
  applies: z._default(countsSchema, {}),
  toDecide: z._default(z.number(), 0),
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
  decidedBy: z._default(z.array(z.string()), []),
  approvals: z._default(
    z.array(z.object({ by: z.string(), atMs: z.number() })),
    [],
  ),
  approvedUntilMs: z.optional(z.number()),
  /** Counts the executions. That of an earlier count changes nothing. */
  run: z.number(),
  /** The parts of the rows that an apply has behind it, and what became of their rows. */
  behind: z._default(
    z.object({ parts: z.number(), accepted: z.number(), skipped: z.number() }),
    { parts: 0, accepted: 0, skipped: 0 },
  ),
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
  /** A plan that did more than link people was applied. From then on, a pull applies itself. */
  isInUse: z._default(z.boolean(), false),
  /** The last one of a whole list. */
  lastWhole: z.optional(
    z.object({ plan: z.string(), rows: z.number(), asOfMs: z.number() }),
  ),
  /** The plans with rows since the last one of all records, the oldest first. They have the digests of the records. */
  recent: z._default(z.array(z.string()), []),
  /** When the last pull began, and the last one that read all records. */
  pulledMs: z.optional(z.number()),
  pulledAllMs: z.optional(z.number()),
});
export type SourceState = z.infer<typeof sourceSchema>;

/** What is kept of the pulls of a source. */
const pullStateSchema = z.object({
  plan: z.string(),
  /** How many of them failed since the last one that did not. */
  failures: z._default(z.number(), 0),
  /** The last one that was counted. */
  counted: z.optional(z.string()),
});
export type PullState = z.infer<typeof pullStateSchema>;

const namesSchema = z.record(z.string(), matchNamesSchema);
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

/** A record whose digest is in none of these plans is compared in full. */
const maxRecent = 300;

/** An item of our store has at most 400 KB. */
export const maxPackedBytes = 380_000;
/** The most text that a part of an upload unpacks to. */
const maxUnpackedBytes = 4_000_000;

export type Plans = ReturnType<typeof createPlans>;

/**
 * Lists of people and the plans that are made of them (decision 31). The rows of a list are personal data. They lie in
 * items of their own, and are deleted when the plan has ended.
 */
export function createPlans(table: Table, nowMs: () => number) {
  const runs = createPlanRuns(table, nowMs);
  const get = async (id: string): Promise<Plan | undefined> => {
    const plan = await table.get(planKey(id), planSchema);
    return plan && { ...plan, id };
  };

  /**
   * Changes a plan. Resolves to the plan as it is now, or to undefined if it is in another status.
   *
   * @param run - the change is that of an execution with this count, and not of an operator
   */
  const move = async (
    id: string,
    from: readonly PlanStatus[],
    set: Partial<Omit<Plan, "id">>,
    run?: number,
  ): Promise<Plan | undefined> => {
    const isAtWork =
      set.status === undefined ||
      runningPlans.some((running) => running === set.status);
    const { applied, item } = await table.updateOrRead(
      planKey(id),
      {
        // Without progress, the scheduler looks at it.
        set: { ...set, ...(isAtWork && { dueAtMs: nowMs() + planCheckMs }) },
        remove: isAtWork ? noLoss(set.reason) : ofRun,
        where: {
          status: { oneOf: from },
          ...(run !== undefined && { run }),
        },
      },
      planSchema,
      // The answer to a write that took effect can be lost.
      (now) => now.status === set.status && (set.run ?? now.run) === now.run,
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
      planKey(id),
      {
        set: { ...set, approvals },
        where: {
          status: "planned",
          approvals: { length: known.length },
        },
      },
      planSchema,
      (now) => isDeepStrictEqual(now.approvals, approvals),
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

  const putMatches = (id: string, bytes: Uint8Array): Promise<void> =>
    table.put({ id: matchesKey(id), bytes, ...sweepAt(nowMs() + uploadMs) });

  /** Which person an employee is, as an operator has decided. */
  const matches = async (id: string): Promise<ReadonlyMap<string, string>> => {
    const item = await table.get(matchesKey(id), chunkSchema);
    return new Map(
      Object.entries(item ? unpack(item.bytes, matchesSchema) : {}),
    );
  };

  return {
    get,
    move,
    approve,
    rowsOf,
    deleteValues: runs.deleteValues,
    tell: runs.tell,
    end: runs.end,

    /** Notes which execution works on a plan. Resolves to the plan, if the execution must go on. */
    async begin(
      id: string,
      run: number,
      execution: string,
    ): Promise<Plan | undefined> {
      const { applied, item } = await table.updateOrRead(
        planKey(id),
        {
          set: { execution, dueAtMs: nowMs() + planCheckMs },
          where: { status: { oneOf: runningPlans }, run },
        },
        planSchema,
      );
      return applied ? { ...item, id } : undefined;
    },

    /** @param id - creating it again changes nothing */
    async create(
      plan: Pick<
        Plan,
        "source" | "asOfMs" | "isWhole" | "createdBy" | "expectRows" | "columns"
      > &
        Partial<Pick<Plan, "origin" | "sinceMs" | "trialMap">>,
      id: string = planIdOf(randomBytes(12)),
      status: PlanStatus = "uploading",
    ): Promise<Plan> {
      const createdAtMs = nowMs();
      const item = {
        ...plan,
        status,
        run: 0,
        approvals: [],
        createdAtMs,
        // Its first execution can be lost before it begins.
        ...(status !== "uploading" && { dueAtMs: createdAtMs + planCheckMs }),
      };
      await table.putIfAbsent({
        ...item,
        id: planKey(id),
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
        entries.map((entry) => get(entry.id.slice(planPrefix.length))),
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

    putMatches,
    matches,

    /** Adds decisions about persons to those that came with the list. */
    async decide(id: string, more: Record<string, string>): Promise<void> {
      const all = { ...Object.fromEntries(await matches(id)), ...more };
      await putMatches(id, pack(all));
    },

    /** Stores the names of both sides of the matches of a part, by the lines of their rows. */
    async putNames(
      { id, createdAtMs }: Pick<Plan, "id" | "createdAtMs">,
      chunk: number,
      rows: readonly { row: PlanRow; names?: MatchNames }[],
    ): Promise<void> {
      const named = rows.flatMap(({ row: { line }, names }) =>
        names ? [[line, names]] : [],
      );
      const bytes = pack(Object.fromEntries(named));
      // Where they do not fit into an item, an operator decides without them.
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

    /** Stores what a part of the rows comes to. Resolves to false if a later execution has done so. */
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

    pullState: (source: string): Promise<PullState | undefined> =>
      table.get(pullKey(source), pullStateSchema),

    putPullState: (source: string, state: PullState) =>
      table.put({ id: pullKey(source), ...state }),

    /** Notes the newest pull of a source. Its failures in a row go on. */
    async notePull(source: string, plan: string): Promise<void> {
      const state = await table.get(pullKey(source), pullStateSchema);
      await table.put({ id: pullKey(source), failures: 0, ...state, plan });
    },

    /** Keeps what the next plan of the source must know. It counts only if no other plan was applied since this one. */
    async endOfPlan({
      id,
      source,
      basis,
      isWhole,
      rows = 0,
      asOfMs,
      phase,
      origin,
      sinceMs,
    }: Plan) {
      const { recent = [] } =
        (await table.get(sourceKey(source), sourceSchema)) ?? {};
      const isOfAll = isWhole || (origin === "pull" && sinceMs === undefined);
      const own = rows === 0 ? [] : [id];
      await table.update(sourceKey(source), {
        set: {
          version: basis + 1,
          lastPlan: id,
          recent: (isOfAll ? own : [...recent, ...own]).slice(-maxRecent),
          ...(phase === "all" && { isInUse: true }),
          ...(origin === "pull" && {
            pulledMs: asOfMs,
            ...(isOfAll && { pulledAllMs: asOfMs }),
          }),
          ...(isWhole && {
            // A plan that only links people is followed by one of the same list, so its time does not count.
            lastWhole: { plan: id, rows, asOfMs: phase === "all" ? asOfMs : 0 },
          }),
        },
        where: { version: basis === 0 ? absent : basis },
        createsItem: true,
      });
    },
  };
}

export const matchesSchema = z.record(z.string(), z.string());

/** Progress: no execution was lost. An execution that says why it ends early has ended. */
const noLoss = (reason: string | undefined) =>
  reason === undefined ? ["losses", "reason"] : ["losses", "execution"];

const rowsKey = (id: string, chunk: number) => `${planKey(id)}#rows#${chunk}`;
const sourceKey = (source: string) => `list#${source}`;
const pullKey = (source: string) => `pull#${source}`;

/** @param bytes - at least twelve */
export function planIdOf(bytes: Buffer): string {
  return `plan_${bytes.subarray(0, 12).toString("base64url")}`;
}

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
