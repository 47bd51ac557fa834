import * as z from "zod/mini";
import {
  dateSchema,
  employeeIdSchema,
  textSchema,
  zoneSchema,
} from "../../shared/fields.ts";
import {
  avatarSchema,
  separateAvatar,
  storedAvatarSchema,
} from "../../shared/person/person-data.ts";
import { personPatch } from "../../shared/person/person-patch.ts";
import { contentOf } from "../../shared/webhook/envelope.ts";
import type { ReceiverOptions } from "../../shared/webhook/receiver.ts";

const changeFields = {
  employeeId: employeeIdSchema,
  /** When the change counts, if not at the time of the event. A day without a time means its start. */
  effectiveDate: z.optional(dateSchema),
  ...personPatch,
  /** Where the dates without a time of this event begin. @default the time zone of the deployment */
  zone: z.optional(zoneSchema),
  /** The platform's interface has no write for it, so it leads to a warning only. */
  manager: z.optional(z.nullable(textSchema(200))),
};

/** The data of `employee.changed` as the sender sends it: a JSON Merge Patch (RFC 7396) of the data of a hire. */
const changeDataSchema = z
  .strictObject({
    ...changeFields,
    avatar: z.optional(z.nullable(avatarSchema)),
  })
  .check(
    z.refine(
      ({ employeeId: _, effectiveDate: __, zone: ___, ...fields }) =>
        Object.values(fields).some((value) => value !== undefined),
      "must name at least one field to change",
    ),
  );

/** The data of `employee.changed` as our store keeps it: the bytes of an inline avatar are in an item of their own. */
const changeSchema = z.strictObject({
  ...changeFields,
  avatar: z.optional(z.nullable(storedAvatarSchema)),
});

/** `POST /profile/{caller}`: HR systems change employees. */
export const profileUpdate: ReceiverOptions = {
  path: "/profile",
  events: [
    {
      type: "employee.changed",
      schema: contentOf(
        changeDataSchema,
        ({ effectiveDate: date }) => ({ date, edge: "start" }),
        separateAvatar,
      ),
      stored: changeSchema,
    },
  ],
};
