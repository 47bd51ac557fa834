import * as z from "zod/mini";
import { noticeTypes } from "../../shared/store/notices.ts";
import { blockers } from "../../shared/reason-codes.ts";
import { verbs } from "../../shared/store/verbs.ts";

/**
 * What we tell others. The messages and the documents use these schemas. Times are in ISO 8601 with milliseconds, in
 * UTC.
 */

const noticedOperationSchema = z.object({
  /** The id of this one notice. It is the `id` of the notice on the event bus. */
  notice: z.string(),
  /** The id of the operation. */
  operation: z.string(),
  type: z.string(),
  /** The id of the employee in the HR system. */
  employee: z.string(),
  /** The id of the person on the platform, if the operation knows it. */
  personID: z.optional(z.string()),
  /** How many contents of the leaver a deletion takes away at least, if they were counted. */
  contents: z.optional(z.int()),
  /** How many warnings the operation has. Absent if it has none. */
  warnings: z.optional(z.int()),
  /** When the operation changed. */
  at: z.iso.datetime(),
  /** The verbs that applied when the notice was sent. Absent for persons, and when an operation was attended. */
  verbs: z.optional(z.array(z.enum(verbs))),
});
export type NoticedOperation = z.infer<typeof noticedOperationSchema>;

/** A message to a subscriber, or an event on our bus: one shape for one notice and for many. */
export const noticeMessageSchema = z.object({
  /** The id stays the same however often the message is sent: ignore an `id` that you have seen. */
  id: z.string(),
  type: z.enum(noticeTypes),
  /** When the latest of the notices happened. */
  timestamp: z.iso.datetime(),
  data: z.object({
    /** How many notices the message has. On the bus it is 1. */
    count: z.int().check(z.minimum(1)),
    /** Why operations are open, or were before they were attended; the cause of an outage. Absent for persons. */
    reason: z.optional(z.string()),
    /** Where the reason is explained, if the deployment has the address of its documents. */
    explanation: z.optional(z.url()),
    /** The id of a plan of a list. Only about a plan. */
    plan: z.optional(z.string()),
    /** How many people differ, and in what: a field, or a reason code. Only about a comparison, or conflicts of a pull. */
    counts: z.optional(z.record(z.string(), z.int())),
    /** The name of the subscriber that was disabled. Absent for all other types. */
    subscriber: z.optional(z.string()),
    /** What operations wait for. Only about an outage. */
    outage: z.optional(z.enum(blockers)),
    /** At most 50. Empty if a subscriber was disabled, and about a plan or an outage. */
    operations: z.array(noticedOperationSchema),
  }),
});
export type NoticeMessage = z.infer<typeof noticeMessageSchema>;
