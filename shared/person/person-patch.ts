import * as z from "zod/mini";
import { textSchema as text } from "../fields.ts";
import {
  addressParts,
  identitiesSchemaOf,
  nameParts,
  personData,
  storedAvatarSchema,
} from "./person-data.ts";

/** A field that a change may leave out, which keeps it, or set to null, which clears it (RFC 7396). */
function clearable<S extends z.ZodMiniType>(field: S) {
  return z.optional(z.nullable(field));
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
  startDate: z.nullable(personData.startDate),
  title: z.nullable(personData.title),
  department: z.nullable(personData.department),
  company: z.nullable(personData.company),
  biography: z.nullable(personData.biography),
  expertise: z.nullable(personData.expertise),
  location: z.nullable(personData.location),
  address: clearable(
    z.strictObject({
      streetAddress: clearable(addressParts.streetAddress),
      locality: clearable(addressParts.locality),
      region: clearable(addressParts.region),
      postalCode: clearable(addressParts.postalCode),
      country: clearable(addressParts.country),
      formatted: clearable(addressParts.formatted),
    }),
  ),
  phones: z.nullable(personData.phones),
  tags: z.nullable(personData.tags),
  identities: clearable(identitiesSchemaOf(z.nullable(text(200)))),
};

const changeShape = {
  ...personPatch,
  avatar: z.optional(z.nullable(storedAvatarSchema)),
};
export const personChangeSchema = z.strictObject(changeShape);

/** What the data of a hire or a change says of a person. */
export function personChangeOf(data: object): PersonChange {
  const known = Object.entries(data).filter(([name]) => name in changeShape);
  return personChangeSchema.parse(Object.fromEntries(known));
}

/** What an event says of a person (RFC 7396): an absent field keeps its value, and null clears it. */
export type PersonChange = z.infer<typeof personChangeSchema>;
/** The same without the avatar. A hire is a patch that clears nothing. */
export type PersonPatch = Omit<PersonChange, "avatar">;
