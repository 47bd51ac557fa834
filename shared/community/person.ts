import * as z from "zod/mini";
import { maybe } from "./maybe.ts";
import { resourcesSchema } from "./resources.ts";

/**
 * The Person and its sub-objects (the API document, §2.1). Everything is loose: what the platform adds survives a
 * read-modify-write.
 */
const nameSchema = z.looseObject({
  formatted: maybe(z.string()),
  familyName: maybe(z.string()),
  givenName: maybe(z.string()),
});

const emailSchema = z.looseObject({
  value: maybe(z.string()),
  type: maybe(z.string()),
  svc_label: maybe(z.string()),
  primary: maybe(z.boolean()),
});

const addressSchema = z.looseObject({
  value: maybe(
    z.looseObject({
      streetAddress: maybe(z.string()),
      locality: maybe(z.string()),
      region: maybe(z.string()),
      postalCode: maybe(z.string()),
      country: maybe(z.string()),
      formatted: maybe(z.string()),
    }),
  ),
  svc_label: maybe(z.string()),
  primary: maybe(z.boolean()),
});

const phoneNumberSchema = z.looseObject({
  value: maybe(z.string()),
  svc_label: maybe(z.string()),
  primary: maybe(z.boolean()),
});

const svcSchema = z.looseObject({
  level: maybe(
    z.looseObject({ name: maybe(z.string()), points: maybe(z.number()) }),
  ),
  profile: maybe(
    z.array(
      z.looseObject({
        value: maybe(z.string()),
        svc_label: maybe(z.string()),
      }),
    ),
  ),
  username: maybe(z.string()),
  external: maybe(z.boolean()),
  visible: maybe(z.boolean()),
  enabled: maybe(z.boolean()),
  externalContributor: maybe(z.boolean()),
  federated: maybe(z.boolean()),
});

export const personSchema = z.looseObject({
  id: z.string(),
  type: maybe(z.string()),
  displayName: maybe(z.string()),
  name: maybe(nameSchema),
  emails: maybe(z.array(emailSchema)),
  svc: maybe(svcSchema),
  addresses: maybe(z.array(addressSchema)),
  phoneNumbers: maybe(z.array(phoneNumberSchema)),
  photos: maybe(z.array(z.looseObject({ value: maybe(z.string()) }))),
  location: maybe(z.string()),
  status: maybe(z.string()),
  tags: maybe(z.array(z.string())),
  thumbnailUrl: maybe(z.string()),
  followerCount: maybe(z.number()),
  followingCount: maybe(z.number()),
  published: maybe(z.string()),
  updated: maybe(z.string()),
  resources: maybe(resourcesSchema),
});
export type Person = z.infer<typeof personSchema>;

/** The documented fields of a loose type alone, so that a misspelt one is an error. */
type KnownKeys<T> = { [K in keyof T as string extends K ? never : K]: T[K] };

type Svc = KnownKeys<z.infer<typeof svcSchema>>;

/** What may be sent at creation: the required fields, the optional ones, and nothing that is read-only. */
export type NewPerson = Pick<
  Person,
  "addresses" | "phoneNumbers" | "location" | "status" | "tags"
> & {
  name: z.infer<typeof nameSchema>;
  emails: z.infer<typeof emailSchema>[];
  svc: Omit<Svc, "username" | "level"> & {
    username: string;
    /** Create only. */
    password: string;
  };
};

/** Returned as data, ignored by the platform when sent; left out so that a PUT says only what it means. */
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

/** Must be given on create and on update (the API document, §1 and §2.1). */
export const requiredFields = [
  "emails",
  "svc",
  "name",
] as const satisfies readonly (keyof KnownKeys<Person>)[];
