import * as z from "zod/mini";
import type {
  EventKinds,
  EventContent,
} from "../../shared/webhook/envelope.ts";
import { employeeIdSchema, textSchema } from "../../shared/webhook/fields.ts";
import { plainText } from "./chat/plain-text.ts";
import { lengthOf } from "./chat/command.ts";
import type { StoredStatus } from "./stored-status.ts";

/** Whom a status belongs to where the sender does not know the HR system's id: `{ "kind": "slack", "id": "T1:U777" }`. */
const identitySchema = z.strictObject({
  kind: textSchema(31),
  id: textSchema(200),
});

const instantSchema = z.pipe(
  z.iso.datetime({
    offset: true,
    message: "must be a date-time with its offset (2026-01-31T17:00:00+01:00)",
  }),
  z.transform((date: string) => Date.parse(date)),
);

/**
 * The events of the status relay.
 *
 * @param maxLength - of a status, in code points
 */
export function statusEvents(maxLength: number): EventKinds {
  return [
    {
      type: "status.set",
      scope: "status:any",
      schema: statusEventSchema(maxLength),
    },
  ];
}

/** The data of `status.set`: an empty text clears the status. */
function statusEventSchema(maxLength: number) {
  return z.pipe(
    z
      .strictObject({
        employeeId: z.optional(employeeIdSchema),
        identity: z.optional(identitySchema),
        text: statusTextSchema(maxLength),
        expiresAt: z.optional(instantSchema),
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
