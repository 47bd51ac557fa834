import * as z from "zod/mini";
import type {
  EventContent,
  EventKinds,
} from "../../shared/webhook/envelope.ts";
import {
  dateSchema,
  employeeIdSchema,
  maxGraceDays,
  textSchema,
  zoneSchema,
} from "../../shared/fields.ts";
import { dispositions } from "../../shared/store/operation.ts";
import {
  resumptionContentSchema,
  suspensionContentSchema,
} from "./suspension.ts";

/** The data of `employee.terminated`. */
export const terminationSchema = z.strictObject({
  employeeId: employeeIdSchema,
  /** A day without a time means the end of that day. */
  lastDay: z.optional(dateSchema),
  /** How long the person stays disabled before the deletion. */
  graceDays: z.optional(z.int().check(z.gte(0), z.lte(maxGraceDays))),
  /** `disable` keeps the person. @default the setting `leaverDisposition` */
  disposition: z.optional(z.enum(dispositions)),
  reason: z.optional(textSchema(200)),
  /** Where a day without a time ends. @default the time zone of the deployment */
  zone: z.optional(zoneSchema),
});

export const terminationContentSchema = z.pipe(
  terminationSchema,
  z.transform((termination): EventContent => {
    const { employeeId: employee, lastDay: date, zone } = termination;
    const due =
      date === undefined ? undefined : { date, edge: "end" as const, zone };
    return { employee, due, data: termination };
  }),
);

/** The data of `employee.termination_cancelled`. */
export const cancellationSchema = z.strictObject({
  employeeId: employeeIdSchema,
});

const cancellationContentSchema = z.pipe(
  cancellationSchema,
  z.transform((data): EventContent => ({ employee: data.employeeId, data })),
);

/** The events that offboarding takes. */
export const offboardingEvents: EventKinds = [
  {
    type: "employee.terminated",
    schema: terminationContentSchema,
  },
  {
    type: "employee.suspended",
    schema: suspensionContentSchema,
  },
  {
    type: "employee.resumed",
    schema: resumptionContentSchema,
  },
  {
    type: "employee.termination_cancelled",
    schema: cancellationContentSchema,
  },
];
