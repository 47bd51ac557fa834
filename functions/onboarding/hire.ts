import * as z from "zod/mini";
import type { EventContent } from "../../shared/webhook/envelope.ts";
import {
  dateSchema,
  employeeIdSchema,
  textSchema as text,
  wellFormed,
} from "../../shared/webhook/fields.ts";
import { maxInlineBytes } from "./avatar/limits.ts";

const nameSchema = z.strictObject({
  givenName: text(100),
  familyName: text(100),
  formatted: z.optional(text(200)),
});

const phoneSchema = z.strictObject({
  value: text(50),
  /** The labels of the platform (docs/interface.md, §2.1). */
  label: z._default(
    z.enum(["Phone Number", "Mobile Phone Number"]),
    "Phone Number",
  ),
  primary: z.optional(z.boolean()),
});

const addressSchema = z.strictObject({
  streetAddress: z.optional(text(200)),
  locality: z.optional(text(100)),
  region: z.optional(text(100)),
  postalCode: z.optional(text(30)),
  country: z.optional(text(100)),
  formatted: z.optional(text(500)),
});

export const taskSchema = z.union(
  [
    z.strictObject({ subject: text(255), dueDate: dateSchema }),
    z.strictObject({
      subject: text(255),
      /** Days after the start date. */
      dueInDays: z.int().check(z.gte(0), z.lte(3650)),
    }),
  ],
  "must have a subject and either dueDate or dueInDays (0 to 3650)",
);
export type HireTask = z.infer<typeof taskSchema>;

const streamsSchema = z
  .array(text(100))
  .check(z.maxLength(10), z.refine(isUnique, "must not name a stream twice"));

/** `{ "slack": "T1:U777", "teams": "<object id>" }` */
const identitiesSchema = z.pipe(
  // A record of zod drops this name without an issue, and the sender would not learn of the loss.
  z.unknown().check(
    z.refine((value) => !namesPrototype(value), {
      path: ["__proto__"],
      error: "its name must be a lower-case word",
    }),
  ),
  z
    .record(
      z
        .string()
        .check(z.regex(/^[a-z][a-z0-9-]{0,30}$/, "must be a lower-case word")),
      text(200),
    )
    .check(
      z.refine(
        (identities) => Object.keys(identities).length <= 20,
        "must have at most 20 identities",
      ),
    ),
);

export const hireFields = {
  /** The HR system's own id. It never changes. */
  employeeId: employeeIdSchema,
  name: nameSchema,
  email: z.email().check(z.maxLength(254)),
  /** Without a colon, because HTTP Basic ends the username at the first colon (RFC 7617, §2). */
  username: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^[^\s:\p{C}]{1,100}$/u,
          "must be 1 to 100 characters without white space or colon",
        ),
      ),
  ),
  startDate: z.optional(dateSchema),
  title: z.optional(text(200)),
  department: z.optional(text(200)),
  company: z.optional(text(200)),
  biography: z.optional(text(10_000)),
  expertise: z.optional(text(2_000)),
  location: z.optional(text(200)),
  address: z.optional(addressSchema),
  phones: z.optional(z.array(phoneSchema).check(z.maxLength(10))),
  tags: z.optional(z.array(text(100)).check(z.maxLength(50))),
  tasks: z.optional(z.array(taskSchema).check(z.maxLength(50))),
  streams: z.optional(streamsSchema),
  identities: z.optional(identitiesSchema),
};

const urlAvatarSchema = z.strictObject({
  url: z.url({ protocol: /^https$/ }).check(z.maxLength(2_000), wellFormed),
});

const inlineAvatarSchema = z.strictObject({
  base64: z.base64().check(
    z.minLength(4),
    z.refine(
      (base64) => Buffer.byteLength(base64, "base64") <= maxInlineBytes,
      `must decode to at most ${maxInlineBytes} bytes`,
    ),
  ),
});

/** The data of `employee.hired` as the sender sends it. */
const hireDataSchema = z.strictObject({
  ...hireFields,
  avatar: z.optional(
    z.union(
      [urlAvatarSchema, inlineAvatarSchema],
      `must have either an https url or base64 of at most ${maxInlineBytes} bytes`,
    ),
  ),
});

/** The data of `employee.hired` as our store keeps it: the bytes of an inline avatar are in an item of their own. */
export const hireSchema = z.strictObject({
  ...hireFields,
  avatar: z.optional(
    z.union([urlAvatarSchema, z.strictObject({ inline: z.literal(true) })]),
  ),
});
export type Hire = z.infer<typeof hireSchema>;

/** Parses `employee.hired` and separates the bytes of the avatar from the other data. */
export const hireContentSchema = z.pipe(
  hireDataSchema,
  z.transform(({ avatar, ...hire }): EventContent => {
    const { employeeId: employee, startDate: date } = hire;
    const due =
      date === undefined ? undefined : { date, edge: "start" as const };
    if (!avatar || "url" in avatar)
      return { employee, due, data: { ...hire, avatar } };
    return {
      employee,
      due,
      data: {
        ...hire,
        avatar: { inline: true },
      },
      avatar: Buffer.from(avatar.base64, "base64"),
    };
  }),
);

function isUnique(names: readonly string[]): boolean {
  return new Set(names.map((name) => name.toLowerCase())).size === names.length;
}

function namesPrototype(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.hasOwn(value, "__proto__")
  );
}
