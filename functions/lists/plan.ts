import * as z from "zod/mini";
import { shownPlanSchema } from "./contract.ts";

/** A plan as our store keeps it: the fields that operators see, with times in milliseconds, and fields of our own. */
export const planSchema = z.extend(
  z.omit(shownPlanSchema, {
    asOf: true,
    since: true,
    isTrial: true,
    createdAt: true,
    approvalsNeeded: true,
    mayApprove: true,
    approvedUntil: true,
    startedAt: true,
    endedAt: true,
  }),
  {
    asOfMs: z.number(),
    sinceMs: z.optional(z.number()),
    createdAtMs: z.number(),
    approvals: z.array(z.object({ by: z.string(), atMs: z.number() })),
    approvedUntilMs: z.optional(z.number()),
    startedAtMs: z.optional(z.number()),
    endedAtMs: z.optional(z.number()),
    /** Absent until the list is read. */
    phase: z.optional(z.enum(["match", "all"])),
    /** The field map of a trial, as JSON. */
    trialMap: z.optional(z.string()),
    expectRows: z.optional(z.number()),
    columns: z.optional(z.array(z.string())),
    /** The parts of the upload. */
    chunks: z.number(),
    /** The parts of the plan's rows: those of the upload, and those of the missing employees. */
    rowChunks: z.number(),
    /** At most this many pages of people may be stored while the plan is made. */
    peoplePages: z.number(),
    /** The rows of a pull that are not known to be the same. */
    changed: z.optional(z.number()),
    /** The version of the source's state with which the plan was made. */
    sourceVersion: z.number(),
    /** Counts the executions. An execution with an earlier count changes nothing. */
    run: z.number(),
    /** How many parts of the rows are applied as a whole, and what became of the rows of these parts. */
    behind: z.object({
      parts: z.number(),
      accepted: z.number(),
      skipped: z.number(),
    }),
  },
);
export type Plan = z.infer<typeof planSchema>;

/** The values of a plan before anything happens. */
export const newPlan = {
  origin: "upload",
  done: 0,
  counts: {},
  applies: {},
  toDecide: 0,
  findings: [],
  limits: [],
  decidedBy: [],
  approvals: [],
  accepted: 0,
  skipped: 0,
  chunks: 0,
  rowChunks: 0,
  peoplePages: 0,
  sourceVersion: 0,
  run: 0,
  behind: { parts: 0, accepted: 0, skipped: 0 },
} as const satisfies Partial<Plan>;
