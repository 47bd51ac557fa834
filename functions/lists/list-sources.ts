import * as z from "zod/mini";
import { absent } from "../../shared/dynamodb/expressions.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import type { Plan } from "./plan.ts";
import {
  maxPackedBytes,
  pack,
  type PlanValues,
  unpack,
} from "./plan-values.ts";

/** What is kept of a source between its plans. */
const sourceSchema = z.object({
  /** Counts the plans that were applied. */
  version: z._default(z.number(), 0),
  /** The last plan that was applied. */
  lastPlan: z.optional(z.string()),
  /** The plan that has taken the source, to apply its rows, and when. It can have ended without a note. */
  applying: z.optional(z.string()),
  takenMs: z.optional(z.number()),
  /** Whether a plan of the source was applied that did more than link people. From then on, a pull applies itself. */
  isInUse: z._default(z.boolean(), false),
  /** The last applied plan of a whole list. */
  lastWhole: z.optional(z.object({ rows: z.number(), asOfMs: z.number() })),
  /** The employees who were not in that list. The rows of its plan are deleted after some weeks. */
  missing: z.optional(
    z.pipe(
      z.instanceof(Uint8Array),
      z.transform((bytes) => unpack(bytes, z.array(z.string()))),
    ),
  ),
  /** The plans with rows since the last pull of all records, the oldest first. They have the digests of the records. */
  recent: z._default(z.array(z.string()), []),
  /** When the last pull began, and the last one that read all records. */
  pulledMs: z.optional(z.number()),
  pulledAllMs: z.optional(z.number()),
});
export type SourceState = z.infer<typeof sourceSchema>;

/** What is kept of the pulls of a source. */
const pullStateSchema = z.object({
  /** The newest pull. */
  plan: z.string(),
  /** Failed pulls in a row. */
  failures: z._default(z.number(), 0),
  /** The conflicts of the last read of all records, and of reads of changes since. A notice tells if there are more. */
  conflicts: z._default(z.number(), 0),
  /** The last pull that was counted, so that it counts once. */
  lastCounted: z.optional(z.string()),
});
export type PullState = z.infer<typeof pullStateSchema>;

/** At most this many plans are listed. If a record's digest is in none of them, the record is compared in full. */
const maxRecent = 300;

/** What is kept of the sources of lists between their plans. */
export function createListSources(
  table: Table,
  plannedRows: PlanValues["plannedRows"],
  holds: (plan: string, takenMs?: number) => Promise<boolean>,
  nowMs: () => number,
) {
  const missingIn = async ({ id, chunks, rowChunks }: Plan) => {
    const ids: string[] = [];
    for await (const row of plannedRows(id, rowChunks, chunks))
      if (row.line === 0 && row.employeeId !== undefined)
        ids.push(row.employeeId);
    return packIds(ids);
  };

  const stateOf = (source: string): Promise<SourceState | undefined> =>
    table.get(sourceKey(source), sourceSchema);
  const pullState = (source: string): Promise<PullState | undefined> =>
    table.get(pullKey(source), pullStateSchema);

  return {
    source: stateOf,
    pullState,

    putPullState: (source: string, state: PullState) =>
      table.put({ id: pullKey(source), ...state }),

    /** Notes the newest pull of a source. The count of failures in a row stays. */
    async notePull(source: string, plan: string): Promise<void> {
      const state = await pullState(source);
      await table.put({ id: pullKey(source), failures: 0, ...state, plan });
    },

    /**
     * Takes the source for a plan that begins to apply its rows, or goes on. False if another plan of the source was
     * applied since this one was made, or is being applied.
     */
    async takeSource({
      id,
      source,
      sourceVersion,
    }: Pick<Plan, "id" | "source" | "sourceVersion">): Promise<boolean> {
      const { applying, takenMs, lastPlan } = (await stateOf(source)) ?? {};
      // The end of the plan is noted, so it has no row left to apply.
      if (lastPlan === id) return true;
      const isOther = applying !== undefined && applying !== id;
      if (isOther && (await holds(applying, takenMs))) return false;
      const version = sourceVersion === 0 ? absent : sourceVersion;
      return table.update(sourceKey(source), {
        set: { applying: id, takenMs: nowMs() },
        where: [
          { version, applying: applying ?? absent },
          // The answer of the first write was lost.
          { version, applying: id },
        ],
        createsItem: true,
      });
    },

    /** Stores what the next plan of the source must know, if this plan has taken the source. Then the source is free. */
    async noteEndOfPlan(plan: Plan) {
      const { id, source, sourceVersion, isWhole, rows = 0 } = plan;
      const { asOfMs, phase, origin, sinceMs } = plan;
      const { recent = [] } = (await stateOf(source)) ?? {};
      const isOfAll = isWhole || (origin === "pull" && sinceMs === undefined);
      const own = rows === 0 ? [] : [id];
      await table.update(sourceKey(source), {
        set: {
          version: sourceVersion + 1,
          lastPlan: id,
          recent: (isOfAll ? own : [...recent, ...own]).slice(-maxRecent),
          ...(phase === "all" && { isInUse: true }),
          ...(origin === "pull" && {
            pulledMs: asOfMs,
            ...(isOfAll && { pulledAllMs: asOfMs }),
          }),
          ...(isWhole && {
            // A plan that only links people is followed by a plan of the same list, so its time must not refuse that.
            lastWhole: { rows, asOfMs: phase === "all" ? asOfMs : 0 },
            missing: await missingIn(plan),
          }),
        },
        remove: ["applying", "takenMs"],
        where: {
          version: sourceVersion === 0 ? absent : sourceVersion,
          applying: id,
        },
      });
    },
  };
}

/**
 * Packs as many ids as fit into an item beside its other fields. An employee whose id does not fit counts as missing
 * for the first time.
 */
export function packIds(ids: readonly string[]): Uint8Array {
  const bytes = pack(ids);
  return bytes.byteLength > maxPackedBytes - 20_000
    ? packIds(ids.slice(0, ids.length / 2))
    : bytes;
}

const sourceKey = (source: string) => `list#${source}`;
const pullKey = (source: string) => `pull#${source}`;
