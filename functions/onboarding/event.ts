import { contentOf } from "../../shared/webhook/envelope.ts";
import type { ReceiverOptions } from "../../shared/webhook/receiver.ts";
import * as z from "zod/mini";
import {
  dateSchema,
  employeeIdSchema,
  textSchema as text,
  wellFormed,
  zoneSchema,
} from "../../shared/fields.ts";
import { foldCase } from "../../shared/fold-case.ts";
import { streamBounds, taskBounds } from "../../shared/person/hire-bounds.ts";
import {
  avatarSchema,
  personData,
  separateAvatar,
  storedAvatarSchema,
} from "../../shared/person/person-data.ts";

const taskSchema = z.union(
  [
    z.strictObject({
      subject: text(taskBounds.subjectLength),
      dueDate: dateSchema,
    }),
    z.strictObject({
      subject: text(taskBounds.subjectLength),
      /** Days after the start date. */
      dueInDays: z.int().check(z.gte(0), z.lte(taskBounds.dueInDays)),
    }),
  ],
  `must have a subject and either dueDate or dueInDays (0 to ${taskBounds.dueInDays})`,
);
export type HireTask = z.infer<typeof taskSchema>;

const streamsSchema = z.array(text(streamBounds.nameLength)).check(
  z.maxLength(streamBounds.count),
  z.refine(
    (names) => new Set(names.map(foldCase)).size === names.length,
    "must not name a stream twice",
  ),
);

// Keep this order: test/functions/stored-forms.test.ts compares a digest of this schema.
const { identities, ...ofPerson } = personData;

const hireFields = {
  /** The HR system's own id. It never changes. */
  employeeId: employeeIdSchema,
  ...ofPerson,
  tasks: z.optional(z.array(taskSchema).check(z.maxLength(taskBounds.count))),
  streams: z.optional(streamsSchema),
  identities,
  /** Where a date without a time begins. @default the time zone of the deployment */
  zone: z.optional(zoneSchema),
};

/** The data of `employee.hired` as the sender sends it. */
const hireDataSchema = z.strictObject({
  ...hireFields,
  avatar: z.optional(avatarSchema),
});

/** The data of `employee.hired` as our store keeps it: the bytes of an inline avatar are in an item of their own. */
export const hireSchema = z.strictObject({
  ...hireFields,
  avatar: z.optional(storedAvatarSchema),
});
export type Hire = z.infer<typeof hireSchema>;

/** Parses `employee.hired` and separates the bytes of the avatar from the other data. */
export const hireContentSchema = contentOf(
  hireDataSchema,
  ({ startDate: date }) => ({ date, edge: "start" }),
  separateAvatar,
);

/** A username or person id of the platform. */
const givenText = z
  .string()
  .check(z.minLength(1), z.maxLength(100), wellFormed);

/** The data of `employee.adopted`: which person on the platform an employee is. */
export const adoptionSchema = z.strictObject({
  employeeId: hireFields.employeeId,
  username: givenText,
  email: hireFields.email,
  /** With the id of the person, the workflow does not search all people for the username. */
  personID: z.optional(
    givenText.check(
      z.refine((id) => !/^\.{1,2}$/.test(id), "must be an id, not a path"),
    ),
  ),
  identities: hireFields.identities,
});
export type Adoption = z.infer<typeof adoptionSchema>;

/** `POST /onboarding/{caller}`: HR systems hire and adopt employees. */
export const onboarding: ReceiverOptions = {
  path: "/onboarding",
  events: [
    { type: "employee.hired", schema: hireContentSchema, stored: hireSchema },
    {
      type: "employee.adopted",
      schema: contentOf(adoptionSchema),
      stored: adoptionSchema,
    },
  ],
};
