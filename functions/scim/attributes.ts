import { ScimError } from "./scim-error.ts";
import { isJsonObject } from "../../shared/parse-json.ts";

export const userUrn = "urn:ietf:params:scim:schemas:core:2.0:User";
export const enterpriseUrn =
  "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

/** The values that we keep of a user. Names are those of `userAttributes`, so none comes from a request. */
export type ScimValue = string | boolean | ScimObject | ScimObject[];
export type ScimObject = { [name: string]: ScimValue };

/** An attribute of a user that we keep. Everything follows from this list: what is read, changed, found and described. */
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

const userAttributes: readonly Attribute[] = [
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

const enterpriseAttributes: readonly Attribute[] = [
  text("employeeNumber", "The employee id, if the user was created with it"),
  text("costCenter", "Kept, and not written to the platform"),
  text("organization", "The company"),
  text("division", "Kept, and not written to the platform"),
  text("department", "The department"),
];

/** Not in the list of a schema, because every resource has it (RFC 7643, §3.1). */
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

/** A user as a whole. */
export const user: Attribute = {
  name: "User",
  description: "A user",
  type: "complex",
  parts: [externalId, ...userAttributes, enterprise],
};

/** Attributes that are never kept: some are secret, foreign or ours, the platform has no write for the others. */
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

/** Whether an attribute is known and not kept, so that it is no mistake to send it. */
export function isNeverKept(name: string): boolean {
  return neverKept.has(name.toLowerCase());
}

/** The part of an attribute with this name, in any case (RFC 7643, §2.1). */
export function partOf(
  { parts = [] }: Attribute,
  name: string,
): Attribute | undefined {
  const folded = name.toLowerCase();
  return parts.find((one) => one.name.toLowerCase() === folded);
}

const maxTextLength = 2_000;
const maxValues = 50;

export type ReadOptions = {
  /** Attributes that we do not know are refused. @default they are ignored */
  isStrict?: boolean | undefined;
};

/**
 * Reads what a request says of an attribute. Identity providers send booleans as text, one value in place of a list, and
 * an empty text to clear a value.
 *
 * @returns undefined for an empty value
 * @throws ScimError `invalidValue`; in strict mode `invalidSyntax`
 */
export function readValue(
  attribute: Attribute,
  given: unknown,
  options: ReadOptions = {},
): ScimValue | undefined {
  if (given === null || given === undefined || given === "") return undefined;
  if (attribute.isMulti) {
    const all = Array.isArray(given) ? given : [given];
    if (all.length > maxValues)
      throw invalid(attribute, `must have at most ${maxValues} values`);
    const list = all.flatMap((one: unknown) => {
      const object = typeof one === "string" ? { value: one } : one;
      const read = readObject(attribute, object, options);
      return read ? [read] : [];
    });
    return list.length === 0 ? undefined : list;
  }
  return readOne(attribute, given, options);
}

function readOne(
  attribute: Attribute,
  given: unknown,
  options: ReadOptions,
): string | boolean | ScimObject | undefined {
  switch (attribute.type) {
    case "complex":
      return readObject(attribute, given, options);
    case "boolean":
      return readBoolean(attribute, given);
    case "string":
      return readText(attribute, given);
  }
}

function readBoolean(attribute: Attribute, given: unknown): boolean {
  const folded = typeof given === "string" ? given.toLowerCase() : given;
  if (folded === true || folded === "true") return true;
  if (folded === false || folded === "false") return false;
  throw invalid(attribute, "must be true or false");
}

function readText(attribute: Attribute, given: unknown): string {
  if (typeof given === "number" || typeof given === "boolean")
    return String(given);
  if (typeof given !== "string") throw invalid(attribute, "must be a text");
  if (given.length > maxTextLength || !given.isWellFormed())
    throw invalid(
      attribute,
      `must be a text of at most ${maxTextLength} characters`,
    );
  return given;
}

function readObject(
  attribute: Attribute,
  given: unknown,
  { isStrict = false }: ReadOptions,
): ScimObject | undefined {
  if (!isJsonObject(given)) throw invalid(attribute, "must be an object");
  const object: ScimObject = {};
  for (const [key, content] of Object.entries(given)) {
    const part = partOf(attribute, key);
    if (part) {
      const read = readValue(part, content, { isStrict });
      if (read !== undefined) object[part.name] = read;
    } else if (isStrict && !isNeverKept(key) && !key.startsWith("urn:")) {
      throw new ScimError(
        400,
        `${attribute.name} has an attribute that is not known`,
        "invalidSyntax",
      );
    }
  }
  return hasContent(object) ? object : undefined;
}

function invalid({ name }: Attribute, rule: string): ScimError {
  return new ScimError(400, `${name} ${rule}`, "invalidValue");
}

/** Whether a value says more than what kind of value it is. */
function hasContent(object: ScimObject): boolean {
  return Object.keys(object).some(
    (name) => name !== "type" && name !== "primary" && name !== "display",
  );
}

/** Removes what is empty, and all marks of a primary value but the last. */
export function tidy(resource: ScimObject): ScimObject {
  const tidied: ScimObject = {};
  for (const { name, isMulti } of user.parts ?? []) {
    const content = resource[name];
    if (content === undefined) continue;
    if (isMulti && Array.isArray(content)) {
      const list = onePrimary(content.filter(hasContent));
      if (list.length > 0) tidied[name] = list;
    } else if (typeof content !== "object" || Array.isArray(content)) {
      tidied[name] = content;
    } else if (hasContent(content)) {
      tidied[name] = content;
    }
  }
  return tidied;
}

function onePrimary(list: readonly ScimObject[]): ScimObject[] {
  const last = list.findLastIndex(({ primary }) => primary === true);
  return list.map(({ primary, ...rest }, index) => {
    if (primary === undefined) return rest;
    return { ...rest, primary: primary === true && index === last };
  });
}

/** Reads the whole of a user. @throws ScimError */
export function readUser(given: unknown, options: ReadOptions): ScimObject {
  const read = readValue(user, given, options);
  if (typeof read !== "object" || Array.isArray(read))
    throw new ScimError(400, "the body must be a user", "invalidSyntax");
  return tidy(read);
}

/** The objects of a multi-valued attribute. */
export function listIn(resource: ScimObject, name: string): ScimObject[] {
  const content = resource[name];
  return Array.isArray(content) ? content : [];
}

/** A complex attribute, empty if it is absent. */
export function objectIn(resource: ScimObject, name: string): ScimObject {
  const content = resource[name];
  return typeof content === "object" && !Array.isArray(content) ? content : {};
}

/** A text, undefined if it is absent. */
export function textIn(resource: ScimObject, name: string): string | undefined {
  const content = resource[name];
  return typeof content === "string" ? content : undefined;
}
