import * as z from "zod/mini";
import type {
  EventKinds,
  EventContent,
} from "../../../shared/webhook/envelope.ts";
import { dateSchema, employeeIdSchema } from "../../../shared/fields.ts";

/** A hire with the fields that the pipeline reads and that a field map fills. */
const hiredSchema = z.pipe(
  z.strictObject({
    employeeId: employeeIdSchema,
    name: z.strictObject({ givenName: z.string(), familyName: z.string() }),
    email: z.email(),
    startDate: z.optional(dateSchema),
  }),
  z.transform((data): EventContent => {
    const { employeeId: employee, startDate: date } = data;
    const due =
      date === undefined ? undefined : { date, edge: "start" as const };
    return { employee, data, due };
  }),
);

/** A status of an employee who is named by an identity in another system. */
const statusSchema = z.pipe(
  z.strictObject({
    identity: z.strictObject({ kind: z.string(), id: z.string() }),
    text: z.string(),
    untilMs: z.optional(z.number()),
  }),
  z.transform(({ identity, text, untilMs }): EventContent => ({
    employee: identity,
    data: { text },
    keepUntilMs: untilMs,
  })),
);

export const kindsForTest: EventKinds = [
  { type: "employee.hired", scope: "onboard", schema: hiredSchema },
  { type: "status.set", scope: "status:any", schema: statusSchema },
];

export function hired(
  employeeId: string,
  changes: Record<string, unknown> = {},
) {
  return {
    type: "employee.hired",
    timestamp: "2026-01-04T23:59:00+01:00",
    data: {
      employeeId,
      name: { givenName: "Zoë", familyName: "Quist" },
      email: "zoe@example.com",
      ...changes,
    },
  };
}

export function statusOf(id: string, changes: Record<string, unknown> = {}) {
  return {
    type: "status.set",
    timestamp: "2026-01-04T23:59:00+01:00",
    data: { identity: { kind: "slack", id }, text: "At lunch", ...changes },
  };
}
