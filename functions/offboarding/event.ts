import * as z from "zod/mini";
import { contentOf } from "../../shared/webhook/envelope.ts";
import type { ReceiverOptions } from "../../shared/webhook/receiver.ts";
import {
  dateSchema,
  employeeIdSchema,
  maxGraceDays,
  textSchema,
  zoneSchema,
} from "../../shared/fields.ts";
import { dispositions } from "../../shared/store/operation.ts";
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

/** The data of `employee.terminated`. */
export const terminationSchema = z.strictObject({
  employeeId: employeeIdSchema,
  /** A day without a time means the end of that day. */
  lastDay: z.optional(dateSchema),
  /** How long the person stays disabled before the deletion. */
  graceDays: z.optional(z.int().check(z.gte(0), z.lte(maxGraceDays))),
  /** `disable` keeps the person. @default as an earlier termination said, else the setting `leaverDisposition` */
  disposition: z.optional(z.enum(dispositions)),
  reason: z.optional(textSchema(200)),
  /** Where a day without a time ends. @default the time zone of the deployment */
  zone: z.optional(zoneSchema),
});

/** The data of events that name an employee and nothing more. */
const employeeSchema = z.strictObject({ employeeId: employeeIdSchema });

/** `POST /offboarding/{caller}`: HR systems take the access of employees away, and give it back. */
export const offboarding: ReceiverOptions = {
  path: "/offboarding",
  events: [
    {
      type: "employee.terminated",
      schema: contentOf(terminationSchema, ({ lastDay: date }) => ({
        date,
        edge: "end",
      })),
    },
    {
      type: "employee.suspended",
      schema: contentOf(suspensionSchema, ({ from: date }) => ({
        date,
        edge: "start",
      })),
    },
    { type: "employee.resumed", schema: contentOf(employeeSchema) },
    {
      type: "employee.termination_cancelled",
      schema: contentOf(employeeSchema),
    },
  ],
};
