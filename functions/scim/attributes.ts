export const userUrn = "urn:ietf:params:scim:schemas:core:2.0:User";
export const enterpriseUrn =
  "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

/** An attribute of a user that we keep. Reading, changing, filtering and `/Schemas` follow from the lists here. */
export type Attribute = {
  name: string;
  description: string;
  type: "string" | "boolean" | "complex";
  isMulti?: true;
  isRequired?: true;
  isCaseExact?: true;
  isUnique?: true;
  canonicalValues?: readonly string[];
  parts?: readonly Attribute[];
};

const text = (name: string, description: string): Attribute => ({
  name,
  description,
  type: "string",
});

const listParts = (...types: string[]): Attribute[] => [
  { ...text("type", "The kind of the value"), canonicalValues: types },
  {
    name: "primary",
    description: "Whether this is the main value",
    type: "boolean",
  },
];

const value = text("value", "The value");
const display = text("display", "The value as people read it");

export const userAttributes: readonly Attribute[] = [
  {
    ...text("userName", "The name with which the person signs in"),
    isRequired: true,
    isUnique: true,
  },
  {
    name: "name",
    description: "The name of the person",
    type: "complex",
    isRequired: true,
    parts: [
      text("formatted", "The full name"),
      text("familyName", "The family name"),
      {
        ...text("givenName", "The given name, or the only one"),
        isRequired: true,
      },
      text("middleName", "Kept, and not written to the platform"),
      text("honorificPrefix", "Kept, and not written to the platform"),
      text("honorificSuffix", "Kept, and not written to the platform"),
    ],
  },
  text("displayName", "The full name, if name.formatted is absent"),
  text("nickName", "Kept, and not written to the platform"),
  text("profileUrl", "Kept, and not written to the platform"),
  text("title", "The title"),
  text("userType", "Kept, and not written to the platform"),
  text("preferredLanguage", "Kept, and not written to the platform"),
  text("locale", "Kept, and not written to the platform"),
  text("timezone", "Kept, and not written to the platform"),
  {
    name: "active",
    description: "Whether the person can sign in",
    type: "boolean",
  },
  {
    name: "emails",
    description:
      "The primary address, or else the one of type work, is that of the platform",
    type: "complex",
    isMulti: true,
    isRequired: true,
    parts: [
      { ...value, isRequired: true },
      display,
      ...listParts("work", "home", "other"),
    ],
  },
  {
    name: "phoneNumbers",
    description: "The numbers of type work and mobile are on the platform",
    type: "complex",
    isMulti: true,
    parts: [value, display, ...listParts("work", "mobile", "fax", "other")],
  },
  {
    name: "addresses",
    description:
      "The address of type work is on the platform; formatted of type other is the location there",
    type: "complex",
    isMulti: true,
    parts: [
      text("formatted", "The whole address"),
      text("streetAddress", "The street"),
      text("locality", "The city"),
      text("region", "The region"),
      text("postalCode", "The postal code"),
      text("country", "The country"),
      ...listParts("work", "home", "other"),
    ],
  },
];

export const enterpriseAttributes: readonly Attribute[] = [
  text("employeeNumber", "The employee id, if the user was created with it"),
  text("costCenter", "Kept, and not written to the platform"),
  text("organization", "The company"),
  text("division", "Kept, and not written to the platform"),
  text("department", "The department"),
];

/** Every resource has this attribute, so it is not in the list of a schema (RFC 7643, §3.1). */
const externalId: Attribute = {
  ...text("externalId", "The id of the user at the identity provider"),
  isCaseExact: true,
};
const enterprise: Attribute = {
  name: enterpriseUrn,
  description: "The enterprise extension",
  type: "complex",
  parts: enterpriseAttributes,
};

/** Where a user has the values of an attribute, or of a part of it. */
export type AttributePath = {
  /** Where a resource has the values: `title`, `name.givenName`, `emails`. */
  key: string;
  attribute: Attribute;
  /** The part of each value of a multi-valued attribute: `emails.value`. */
  part?: Attribute;
};

/** The name of a part as SCIM writes it. */
export function nameOfPart(whole: string, part: string): string {
  return `${whole}${whole.startsWith("urn:") ? ":" : "."}${part}`;
}

/** The paths by their names in lower case, because names are of any case (RFC 7643, §2.1). */
const paths = new Map<string, AttributePath>();
for (const attribute of [externalId, ...userAttributes, enterprise]) {
  const { name, isMulti, parts = [] } = attribute;
  paths.set(name.toLowerCase(), { key: name, attribute });
  for (const part of parts) {
    const key = nameOfPart(name, part.name);
    const path = { key: name, attribute, part };
    paths.set(key.toLowerCase(), isMulti ? path : { key, attribute: part });
  }
}

/** The keys of a resource with the values of a path. A complex attribute with one value only has keys for its parts. */
export function keysOf({ key, attribute }: AttributePath): string[] {
  const { isMulti, parts } = attribute;
  if (isMulti || !parts) return [key];
  return parts.map(({ name }) => nameOfPart(key, name));
}

/** @returns undefined for a name that is not one of our attributes */
export function pathNamed(name: string): AttributePath | undefined {
  return paths.get(withoutCoreUrn(name));
}

/** A name in lower case, without the URN of the core schema that it may begin with (RFC 7644, §3.10). */
export function withoutCoreUrn(name: string): string {
  const lower = name.toLowerCase();
  const ofCore = `${userUrn.toLowerCase()}:`;
  return lower.startsWith(ofCore) ? lower.slice(ofCore.length) : lower;
}

/** We never keep these attributes: they are secret, belong to others, or we do not write them to the platform. */
const neverKept = new Set([
  "schemas",
  "id",
  "meta",
  "password",
  "photos",
  "ims",
  "groups",
  "roles",
  "entitlements",
  "x509certificates",
  "manager",
]);

/** Whether an attribute is known and not kept. A provider may send it. */
export function isNeverKept(name: string): boolean {
  return neverKept.has(name.toLowerCase());
}
