import * as z from "zod/mini";
import {
  dateSchema,
  employeeIdSchema,
  textSchema,
  zoneSchema,
} from "../../shared/fields.ts";
import { instantOf } from "../../shared/zoned-time.ts";
import { dayMs } from "../../shared/durations.ts";

/** The data of `employee.suspended`. */
export const suspensionSchema = z
  .strictObject({
    employeeId: employeeIdSchema,
    /** A day without a time means the start of that day. @default the time at which the event arrives */
    from: z.optional(dateSchema),
    /** A day without a time means the end of that day. @default until an `employee.resumed` */
    until: z.optional(dateSchema),
    reason: z.optional(textSchema(200)),
    /** Where a day without a time begins and ends. @default the time zone of the deployment */
    zone: z.optional(zoneSchema),
  })
  .check(
    z.refine(({ from, until }) => isInOrder(from, until), {
      error: "must be after from",
      path: ["until"],
    }),
  );

/** A day and an instant cannot be compared without a zone. Then a day of difference is allowed. */
function isInOrder(from?: string, until?: string): boolean {
  if (from === undefined || until === undefined) return true;
  const slackMs = from.includes("T") === until.includes("T") ? 0 : dayMs;
  const untilMs = instantOf(until, "end", "UTC") + slackMs;
  return untilMs > instantOf(from, "start", "UTC");
}
