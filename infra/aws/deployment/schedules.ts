import * as z from "zod";
import { timeZone } from "../../../shared/runtime/values.ts";
import { busEventTypes, eventsFunction } from "./events.ts";
import { readExpression } from "./schedule-expression.ts";

/** A stack has at most 500 resources, and with all options the other ones of ours need up to 300 of them. */
export const maxSchedules = 200;

const nameSchema = z
  .string()
  .regex(
    /^[\w.-]{1,64}$/,
    "must be 1 to 64 letters, digits, hyphens, underscores and dots",
  )
  .refine(
    (name) => !name.endsWith("-scheduler"),
    "must not end with -scheduler, which is reserved for the schedule of the product",
  );

const scheduleSchema = z
  .strictObject({
    /** Unique. A new name creates a new schedule, which may send again an event that the old one has sent. */
    name: nameSchema,
    /**
     * In the syntax of EventBridge Scheduler: `cron(0 9 ? * MON-FRI *)`, `rate(1 day)` or `at(2027-03-01T09:00:00)`.
     */
    expression: z.string().max(256, "must have at most 256 characters"),
    /** The IANA time zone of the expression. */
    zone: timeZone().schema,
    /** The event without a timestamp, which is the scheduled time. */
    event: z
      .strictObject({
        type: z.enum(
          busEventTypes,
          `must be one of ${busEventTypes.join(", ")}`,
        ),
        data: z.record(z.string(), z.unknown()),
      })
      .optional(),
    /** In place of an event: the caller whose records are read. */
    pull: z.string().min(1).optional(),
    /** In place of both: all employees in our store are compared with the platform. */
    drift: z.literal(true).optional(),
  })
  .refine(
    ({ event, pull, drift }) =>
      [event, pull, drift].filter((one) => one !== undefined).length === 1,
    { error: "must have one of event, pull and drift" },
  )
  .superRefine(({ expression, zone }, context) => {
    try {
      readExpression(expression, zone);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      context.addIssue({ code: "custom", path: ["expression"], message });
    }
  });
export type Schedule = z.infer<typeof scheduleSchema>;

/** Events that EventBridge Scheduler sends at scheduled times. */
export const schedulesSchema = z
  .array(scheduleSchema)
  .max(
    maxSchedules,
    `must be at most ${maxSchedules} schedules, because a CloudFormation stack has at most 500 resources`,
  )
  .superRefine((schedules, context) => {
    const names = new Set<string>();
    for (const [index, { name }] of schedules.entries()) {
      if (names.has(name)) {
        const message = `must not be ${name} again: the name of each schedule is unique`;
        context.addIssue({ code: "custom", path: [index, "name"], message });
      }
      names.add(name);
    }
  });

/** EventBridge Scheduler replaces these placeholders when it sends an event. Both values identify a delivery. */
export const schedulerPlaceholders = {
  schedule: "<aws.scheduler.schedule-arn>",
  scheduledTime: "<aws.scheduler.scheduled-time>",
};

/** The input with which EventBridge Scheduler invokes the function of a schedule. */
export function scheduledEvent({
  event,
  pull,
}: Pick<Schedule, "event" | "pull">) {
  return event === undefined
    ? { ...schedulerPlaceholders, ...(pull !== undefined && { pull }) }
    : { source: "aws.scheduler", ...schedulerPlaceholders, ...event };
}

/** The function that a schedule invokes. */
export function functionOfSchedule({ event }: Pick<Schedule, "event">) {
  return event === undefined ? "lists-workflow" : eventsFunction;
}
