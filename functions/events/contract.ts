import * as z from "zod/mini";

/** What `POST /events/{caller}/preview` answers. Times are in ISO 8601 with milliseconds, in UTC. */

const usageSchema = z.object({
  name: z.string(),
  used: z.number(),
  allowed: z.number(),
});

const previewVerdictSchema = z.discriminatedUnion("is", [
  z.object({
    /** The event would take effect at once. */
    is: z.literal("in-force"),
    /** The reason code of a warning. */
    warning: z.optional(z.string()),
  }),
  z.object({
    /** The event would wait for this time. */
    is: z.literal("scheduled"),
    scheduledFor: z.iso.datetime(),
  }),
  z.object({
    /** Another operation says the same. */
    is: z.literal("repeats"),
    sameAs: z.optional(z.string()),
  }),
  z.object({
    /** The event would be cancelled, for a reason code, and because of another operation. */
    is: z.literal("overtaken"),
    reason: z.string(),
    sameAs: z.optional(z.string()),
  }),
  z.object({
    /** The event would need attention, for a reason code. */
    is: z.literal("needs-decision"),
    reason: z.string(),
  }),
  z.object({
    /** A limit would hold the event. */
    is: z.literal("held"),
    limit: usageSchema,
  }),
]);
export type PreviewVerdict = z.infer<typeof previewVerdictSchema>;

/** What our store knows of the employee. Values that a caller could guess show here, so only `operate` sees it. */
const previewMatchSchema = z.object({
  /** The state of the employee. Absent if our store does not know the employee. */
  state: z.optional(z.string()),
  /** Whether our store knows the employee's person. */
  hasPerson: z.boolean(),
  /** The limits in which the event would count a person, and how much of each is used now. */
  limits: z.array(usageSchema),
  /** Fields whose value differs from the one that our store knows. It knows usernames only. */
  differs: z.array(z.string()),
  /** Fields that a newer event has set, so this event leaves them as they are. */
  outdated: z.array(z.string()),
  /**
   * What the event would come to if it arrived now, by the rules of the employment. Absent if it says nothing about the
   * employment.
   */
  verdict: z.optional(previewVerdictSchema),
});

export const eventPreviewSchema = z.object({
  type: z.string(),
  employeeId: z.string(),
  /** JSON Pointers into our `data`: what the event sets or clears, after the field map. Never a value. */
  fields: z.array(z.string()),
  /** The source from which the record of a thin event would be read. The record decides what happens. */
  source: z.optional(z.string()),
  /** When the event takes effect, if it names a time. */
  effectiveAt: z.optional(z.iso.datetime()),
  /** Names of the template rules that a hire takes. */
  templates: z.optional(z.array(z.string())),
  match: z.optional(previewMatchSchema),
});
export type EventPreview = z.infer<typeof eventPreviewSchema>;

/** What the event of an operation comes to with other settings. */
const replaySchema = z.object({
  /** Whether our store has the data of the event. */
  isKept: z.boolean(),
  /** With the settings of the deployment. Absent if the event says nothing about the employment. */
  before: z.optional(previewVerdictSchema),
  /** With the settings of the request. */
  after: z.optional(previewVerdictSchema),
});
export type Replay = z.infer<typeof replaySchema>;

export const previewSchema = z.object({
  events: z.array(eventPreviewSchema),
  /** The number of items of the payload that the caller's field map ignores. */
  ignored: z.number(),
  /** Only if the query names an operation. */
  replay: z.optional(replaySchema),
});
export type Preview = z.infer<typeof previewSchema>;
