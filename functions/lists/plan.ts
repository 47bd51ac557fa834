import * as z from "zod/mini";
import {
  findingSchema,
  planOrigins,
  planStatuses,
  rowKinds,
} from "./contract.ts";

const countsSchema = z.partialRecord(z.enum(rowKinds), z.number());

/** A plan, without the rows of its list. */
export const planSchema = z.object({
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
  /** All rows of the plan, those that an apply sends, and those about which an operator decides. */
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
  /** The version of the source's state with which the plan was made. */
  sourceVersion: z._default(z.number(), 0),
  decidedBy: z._default(z.array(z.string()), []),
  approvals: z._default(
    z.array(z.object({ by: z.string(), atMs: z.number() })),
    [],
  ),
  approvedUntilMs: z.optional(z.number()),
  /** Counts the executions. That of an earlier count changes nothing. */
  run: z.number(),
  /** The parts of the rows that are applied as a whole, and what became of their rows. */
  behind: z._default(
    z.object({ parts: z.number(), accepted: z.number(), skipped: z.number() }),
    { parts: 0, accepted: 0, skipped: 0 },
  ),
  /** What became of all rows so far, with those of the part at work. */
  accepted: z._default(z.number(), 0),
  skipped: z._default(z.number(), 0),
  startedAtMs: z.optional(z.number()),
  endedAtMs: z.optional(z.number()),
});
export type Plan = z.infer<typeof planSchema>;
