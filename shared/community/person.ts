import * as z from "zod/mini";
import { optionalField, resourceLinksSchema } from "./entity.ts";

/**
 * The Person and its sub-objects (docs/interface.md, §2.1). The schemas are loose: fields that the platform adds
 * survive a read-modify-write.
 */

const nameSchema = z.looseObject({
  formatted: optionalField(z.string()),
  familyName: optionalField(z.string()),
  givenName: optionalField(z.string()),
});

const emailSchema = z.looseObject({
  value: optionalField(z.string()),
  type: optionalField(z.string()),
  svc_label: optionalField(z.string()),
  primary: optionalField(z.boolean()),
});

const addressSchema = z.looseObject({
  value: optionalField(
    z.looseObject({
      streetAddress: optionalField(z.string()),
      locality: optionalField(z.string()),
      region: optionalField(z.string()),
      postalCode: optionalField(z.string()),
      country: optionalField(z.string()),
      formatted: optionalField(z.string()),
    }),
  ),
  svc_label: optionalField(z.string()),
  primary: optionalField(z.boolean()),
});

const phoneNumberSchema = z.looseObject({
  value: optionalField(z.string()),
  svc_label: optionalField(z.string()),
  primary: optionalField(z.boolean()),
});

const svcSchema = z.looseObject({
  level: optionalField(
    z.looseObject({
      name: optionalField(z.string()),
      points: optionalField(z.number()),
    }),
  ),
  profile: optionalField(
    z.array(
      z.looseObject({
        value: optionalField(z.string()),
        svc_label: optionalField(z.string()),
      }),
    ),
  ),
  username: optionalField(z.string()),
  external: optionalField(z.boolean()),
  visible: optionalField(z.boolean()),
  enabled: optionalField(z.boolean()),
  externalContributor: optionalField(z.boolean()),
  federated: optionalField(z.boolean()),
});

export const personSchema = z.looseObject({
  id: z.string(),
  type: optionalField(z.string()),
  displayName: optionalField(z.string()),
  name: optionalField(nameSchema),
  emails: optionalField(z.array(emailSchema)),
  svc: optionalField(svcSchema),
  addresses: optionalField(z.array(addressSchema)),
  phoneNumbers: optionalField(z.array(phoneNumberSchema)),
  photos: optionalField(
    z.array(z.looseObject({ value: optionalField(z.string()) })),
  ),
  location: optionalField(z.string()),
  status: optionalField(z.string()),
  tags: optionalField(z.array(z.string())),
  thumbnailUrl: optionalField(z.string()),
  followerCount: optionalField(z.number()),
  followingCount: optionalField(z.number()),
  published: optionalField(z.string()),
  updated: optionalField(z.string()),
  resources: optionalField(resourceLinksSchema),
});
export type Person = z.infer<typeof personSchema>;

/** Only the documented fields of a loose type: with them, a misspelt field is a compile error. */
type KnownKeys<T> = { [K in keyof T as string extends K ? never : K]: T[K] };

/** The fields that a creation may have: the required and the optional ones, without the read-only ones. */
export type NewPerson = Pick<
  Person,
  "addresses" | "phoneNumbers" | "location" | "status" | "tags"
> & {
  name: z.infer<typeof nameSchema>;
  emails: z.infer<typeof emailSchema>[];
  svc: Omit<KnownKeys<z.infer<typeof svcSchema>>, "username" | "level"> & {
    username: string;
    /** Only a creation may have it. */
    password: string;
  };
};

/** The platform returns these fields and ignores them in a request. We leave them out of a PUT. */
export const readOnlyFields = [
  "id",
  "type",
  "displayName",
  "followerCount",
  "followingCount",
  "photos",
  "published",
  "updated",
  "thumbnailUrl",
  "resources",
] as const satisfies readonly (keyof KnownKeys<Person>)[];

/** Fields that every create and update must have (docs/interface.md, §1 and §2.1). */
export const requiredFields = [
  "emails",
  "svc",
  "name",
] as const satisfies readonly (keyof KnownKeys<Person>)[];
