import * as z from "zod/mini";
import {
  dateSchema,
  employeeIdSchema,
  textSchema,
} from "../../shared/webhook/fields.ts";
import type { EventContent } from "../../shared/webhook/envelope.ts";

/** The data of `employee.terminated`. */
export const leaverSchema = z.strictObject({
  employeeId: employeeIdSchema,
  /** A day alone means its end. */
  lastDay: z.optional(dateSchema),
  /** How long the person stays, disabled, before they are deleted. */
  graceDays: z.optional(z.int().check(z.gte(0), z.lte(365))),
  reason: z.optional(textSchema(200)),
});

export const leaverEventSchema = z.pipe(
  leaverSchema,
  z.transform((leaver): EventContent => {
    const { employeeId: employee, lastDay: date } = leaver;
    const due = date === undefined ? undefined : { date, edge: "end" as const };
    return { employee, due, data: leaver };
  }),
);
