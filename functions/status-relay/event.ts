import * as z from "zod/mini";
import type {
  EventKinds,
  EventContent,
} from "../../shared/webhook/envelope.ts";
import {
  employeeIdSchema,
  instantSchema,
  textSchema,
} from "../../shared/fields.ts";
import { plainText } from "./chat/plain-text.ts";
import { lengthOf } from "./chat/command.ts";
import { type StoredStatus, storedStatusSchema } from "./stored-status.ts";

/** Names an employee by an account: `{ "kind": "slack", "id": "T1:U777" }`. */
const identitySchema = z.strictObject({
  kind: textSchema(31),
  id: textSchema(200),
});

const expirySchema = z.pipe(
  instantSchema,
  z.transform((date: string) => Date.parse(date)),
);

/**
 * The events that systems may send.
 *
 * @param maxLength - the longest allowed status, in code points
 */
export function statusEvents(maxLength: number): EventKinds {
  return [
    {
      type: "status.set",
      schema: statusContentSchema(maxLength),
      stored: storedStatusSchema,
    },
  ];
}

const chatDataSchema = z.pipe(
  z.object({ employeeId: z.string(), status: storedStatusSchema }),
  z.transform(({ employeeId: employee, status }): EventContent => ({
    employee,
    data: status,
    keepUntilMs: status.expiresAtMs,
  })),
);

/** The events that chat users may send, each only for their own employee. */
export const chatEvents: EventKinds = [
  {
    type: "status.set",
    scope: "status:own",
    schema: chatDataSchema,
    stored: storedStatusSchema,
  },
  {
    type: "status.show",
    schema: chatDataSchema,
    stored: storedStatusSchema,
  },
];

/** The data of `status.set`. An empty text clears the status. */
function statusContentSchema(maxLength: number) {
  return z.pipe(
    z
      .strictObject({
        employeeId: z.optional(employeeIdSchema),
        identity: z.optional(identitySchema),
        text: statusTextSchema(maxLength),
        expiresAt: z.optional(expirySchema),
      })
      .check(
        z.refine(
          ({ employeeId, identity }) =>
            (employeeId === undefined) !== (identity === undefined),
          "must have either employeeId or identity",
        ),
      ),
    z.transform(
      ({ employeeId = "", identity, text, expiresAt }): EventContent => ({
        employee: identity ?? employeeId,
        data: { text, expiresAtMs: expiresAt } satisfies StoredStatus,
        keepUntilMs: expiresAt,
      }),
    ),
  );
}

function statusTextSchema(maxLength: number) {
  return z.pipe(
    z.string(),
    z.pipe(
      z.transform(plainText),
      z
        .string()
        .check(
          z.refine(
            (text) => lengthOf(text) <= maxLength,
            `must have at most ${maxLength} characters`,
          ),
        ),
    ),
  );
}
