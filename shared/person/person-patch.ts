import * as z from "zod/mini";
import { textSchema as text } from "../fields.ts";
import {
  addressParts,
  identitiesSchemaOf,
  nameParts,
  personData,
  profile,
  storedAvatarSchema,
} from "./person-data.ts";

/** A field that a change may leave out, which keeps it, or set to null, which clears it (RFC 7396). */
function clearable<S extends z.ZodMiniType>(field: S) {
  return z.optional(z.nullable(field));
}

type Shape = Readonly<Record<string, z.ZodMiniType>>;

/** The same fields, each of which can be null. */
function clearableFields<S extends Shape>(
  shape: S,
): { [Name in keyof S]: z.ZodMiniNullable<S[Name]> };
function clearableFields(shape: Shape): Shape {
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, z.nullable(field)]),
  );
}

/**
 * The same fields as a JSON Merge Patch (RFC 7396): an absent field keeps its value, and null clears it. The name, the
 * e-mail address and the username can be changed and not cleared. One of given and family name can be cleared.
 */
export const personPatch = {
  name: z.optional(
    z
      .strictObject({
        givenName: clearable(nameParts.givenName),
        familyName: clearable(nameParts.familyName),
        formatted: clearable(text(200)),
      })
      .check(
        z.refine(
          ({ givenName, familyName }) =>
            givenName !== null || familyName !== null,
          "must keep givenName or familyName",
        ),
      ),
  ),
  email: z.optional(personData.email),
  username: personData.username,
  ...clearableFields(profile),
  address: clearable(z.partial(z.strictObject(clearableFields(addressParts)))),
  identities: clearable(identitiesSchemaOf(z.nullable(text(200)))),
};

/** What the data of a hire or a change says of a person. All else is left out. */
export const personChangeSchema = z.object({
  ...personPatch,
  avatar: z.optional(z.nullable(storedAvatarSchema)),
});

export function personChangeOf(data: unknown): PersonChange {
  return personChangeSchema.parse(data);
}

/** What an event says of a person (RFC 7396): an absent field keeps its value, and null clears it. */
export type PersonChange = z.infer<typeof personChangeSchema>;
/** The same without the avatar. A hire is a patch that clears nothing. */
export type PersonPatch = Omit<PersonChange, "avatar">;
