import * as z from "zod/mini";
import {
  dateSchema,
  emailSchema,
  identityKindSchema,
  textSchema as text,
  wellFormed,
} from "../fields.ts";
import { isJsonObject } from "../parse-json.ts";
import { maxInlineBytes } from "./avatar/limits.ts";
import { sealBytes, type SealedBytes, sealSchema } from "../sealed-bytes.ts";

export const nameParts = { givenName: text(100), familyName: text(100) };

/** Some people have one name, which may be either of the two. */
const nameSchema = z
  .strictObject({
    givenName: z.optional(nameParts.givenName),
    familyName: z.optional(nameParts.familyName),
    formatted: z.optional(text(200)),
  })
  .check(
    z.refine(
      ({ givenName, familyName }) => (givenName ?? familyName) !== undefined,
      "must have givenName or familyName",
    ),
  );

const phoneSchema = z.strictObject({
  value: text(50),
  /** The labels of the platform (docs/interface.md, §2.1). */
  label: z._default(
    z.enum(["Phone Number", "Mobile Phone Number"]),
    "Phone Number",
  ),
  primary: z.optional(z.boolean()),
});
export type Phone = z.infer<typeof phoneSchema>;

export const addressParts = {
  streetAddress: text(200),
  locality: text(100),
  region: text(100),
  postalCode: text(100),
  country: text(100),
  formatted: text(500),
};

/** How many identities a hire has, or a change names. */
export const maxIdentities = 20;

/** `{ "slack": "T1:U777", "teams": "<object id>" }` */
const identitiesSchema = identitiesSchemaOf(text(200));

const urlAvatarSchema = z.strictObject({
  url: z
    .url({ protocol: /^https$/, error: "must be an https URL" })
    .check(z.maxLength(2_000), wellFormed),
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

/** An avatar as the sender sends it. */
export const avatarSchema = z.union(
  [urlAvatarSchema, inlineAvatarSchema],
  `must have either an https url or base64 of at most ${maxInlineBytes} bytes`,
);

/** An avatar as our store keeps it: the bytes of an inline avatar are in an item of their own, and sealed. */
export const storedAvatarSchema = z.union([urlAvatarSchema, sealSchema]);
export type StoredAvatar = z.infer<typeof storedAvatarSchema>;

/** Separates and seals the bytes of an inline avatar, which our store keeps apart from the other data. */
export function separateAvatar<
  T extends { avatar?: z.infer<typeof avatarSchema> | null | undefined },
>(data: T): { data: object; avatar?: SealedBytes } {
  const { avatar } = data;
  if (!avatar || "url" in avatar) return { data };
  const { seal, sealed } = sealBytes(Buffer.from(avatar.base64, "base64"));
  return { data: { ...data, avatar: seal }, avatar: sealed };
}

/** Fields that a hire can leave out and a change can clear. */
export const profile = {
  startDate: z.optional(dateSchema),
  title: z.optional(text(200)),
  department: z.optional(text(200)),
  company: z.optional(text(200)),
  biography: z.optional(text(10_000)),
  expertise: z.optional(text(2_000)),
  location: z.optional(text(200)),
  address: z.optional(z.partial(z.strictObject(addressParts))),
  phones: z.optional(z.array(phoneSchema).check(z.maxLength(10))),
  tags: z.optional(z.array(text(100)).check(z.maxLength(50))),
};

/** The fields of a person in an event, as a hire has them. The avatar, which has two forms, is not among them. */
export const personData = {
  name: nameSchema,
  email: emailSchema,
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
  ...profile,
  identities: z.optional(identitiesSchema),
};

/** Identities by kind, such as `{ "slack": "T1:U777" }`. */
export function identitiesSchemaOf<S extends z.ZodMiniType>(id: S) {
  return z.pipe(
    // A record of zod drops this name without an issue, and the sender would not learn of the loss.
    z.unknown().check(
      z.refine(
        (value) => !(isJsonObject(value) && Object.hasOwn(value, "__proto__")),
        {
          path: ["__proto__"],
          error: "its name must be a lower-case word",
        },
      ),
    ),
    z
      .record(identityKindSchema, id)
      .check(
        z.refine(
          (identities) => Object.keys(identities).length <= maxIdentities,
          `must have at most ${maxIdentities} identities`,
        ),
      ),
  );
}
