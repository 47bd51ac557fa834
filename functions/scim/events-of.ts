import { isDeepStrictEqual } from "node:util";
import { isEmailAddress } from "../../shared/email-address.ts";
import type { EventType } from "../../shared/event-types.ts";
import {
  enterpriseUrn,
  listIn,
  objectIn,
  type ScimObject,
  textIn,
} from "./attributes.ts";
import { ScimError } from "./scim-error.ts";

/** An event that a request makes. Its time comes later. */
export type EventWord = {
  type: Extract<EventType, `employee.${string}`>;
  data: Record<string, unknown>;
};

type PersonFields = {
  username?: string | undefined;
  email?: string | undefined;
  name: Record<string, string | undefined>;
  title?: string | undefined;
  department?: string | undefined;
  company?: string | undefined;
  location?: string | undefined;
  address: Record<string, string | undefined>;
  phones: { value: string; label: string }[];
};

/** The main address of a user: the primary one, else the one of type work, else the first, else the user name. */
export function mainAddressOf(resource: ScimObject): string | undefined {
  const emails = listIn(resource, "emails");
  const main =
    emails.find(({ primary }) => primary === true) ??
    emails.find(isOfType("work")) ??
    emails[0];
  const userName = textIn(resource, "userName");
  return (
    (main && textIn(main, "value")) ??
    (userName !== undefined && isEmailAddress(userName) ? userName : undefined)
  );
}

/** What of a user is a person of the platform. This is the whole mapping. */
function personOf(resource: ScimObject): PersonFields {
  const ofName = objectIn(resource, "name");
  const enterprise = objectIn(resource, enterpriseUrn);
  const addresses = listIn(resource, "addresses");
  const isOther = isOfType("other");
  const work =
    addresses.find(isOfType("work")) ??
    addresses.find((one) => !isOther(one)) ??
    {};
  const other = addresses.find(isOther) ?? {};
  const displayName = textIn(resource, "displayName");
  const formatted = textIn(ofName, "formatted") ?? displayName;
  const givenName = textIn(ofName, "givenName");
  const familyName = textIn(ofName, "familyName");
  const hasPart = (givenName ?? familyName) !== undefined;
  return {
    username: textIn(resource, "userName"),
    email: mainAddressOf(resource),
    name: {
      // Some people have one name.
      givenName: hasPart ? givenName : formatted,
      familyName,
      formatted,
    },
    title: textIn(resource, "title"),
    department: textIn(enterprise, "department"),
    company: textIn(enterprise, "organization"),
    location: textIn(other, "formatted"),
    address: Object.fromEntries(
      addressParts.map((part) => [part, textIn(work, part)]),
    ),
    phones: listIn(resource, "phoneNumbers").flatMap((one) => {
      const label = phoneLabels.get(typeOf(one));
      const value = textIn(one, "value");
      return label && value !== undefined ? [{ value, label }] : [];
    }),
  };
}

const addressParts = [
  "streetAddress",
  "locality",
  "region",
  "postalCode",
  "country",
  "formatted",
];

const phoneLabels = new Map([
  ["work", "Phone Number"],
  ["mobile", "Mobile Phone Number"],
]);

function isOfType(type: string): (one: ScimObject) => boolean {
  return (one) => typeOf(one) === type;
}

function typeOf(one: ScimObject): string {
  return textIn(one, "type")?.toLowerCase() ?? "";
}

/** Whether the provider wants the user to have access. */
export function isActive(resource: ScimObject): boolean {
  return resource["active"] !== false;
}

/**
 * The hire of a user.
 *
 * @param startDate - the day, if the employee was here before
 * @throws ScimError for a user whom the platform could not have
 */
export function hireOf(
  employeeId: string,
  resource: ScimObject,
  startDate?: string,
): EventWord {
  requirePerson(resource);
  const { name, address, phones, ...fields } = personOf(resource);
  return {
    type: "employee.hired",
    data: present({
      employeeId,
      ...fields,
      name: present(name),
      address: emptyToUndefined(present(address)),
      phones: phones.length > 0 ? phones : undefined,
      startDate,
    }),
  };
}

/** @throws ScimError `invalidValue` */
function requirePerson(resource: ScimObject): void {
  const { username, email, name } = personOf(resource);
  const missing =
    username === undefined
      ? "userName"
      : email === undefined
        ? "emails, or an address as userName,"
        : (name["givenName"] ?? name["familyName"]) === undefined
          ? "name, or displayName,"
          : undefined;
  if (missing !== undefined)
    throw new ScimError(400, `${missing} is required`, "invalidValue");
}

/** The adoption of a person who is on the platform. */
export function adoptionOf(
  employeeId: string,
  resource: ScimObject,
): EventWord {
  const { username, email } = personOf(resource);
  return { type: "employee.adopted", data: { employeeId, username, email } };
}

/**
 * The change from one user to another as a JSON Merge Patch of what the platform has.
 *
 * @param before - undefined: all that the user has
 * @returns undefined if nothing changes on the platform
 * @throws ScimError for a user whom the platform could not have
 */
export function changeOf(
  employeeId: string,
  before: ScimObject | undefined,
  after: ScimObject,
): EventWord | undefined {
  requirePerson(after);
  const next = personOf(after);
  const last = before && personOf(before);
  const data = present({
    username: differs(last?.username, next.username),
    email: differs(last?.email, next.email),
    title: patched(last?.title, next.title),
    department: patched(last?.department, next.department),
    company: patched(last?.company, next.company),
    location: patched(last?.location, next.location),
    name: patchedParts(last?.name, next.name),
    address: patchedParts(last?.address, next.address),
    phones: isDeepStrictEqual(last?.phones ?? [], next.phones)
      ? undefined
      : next.phones.length > 0
        ? next.phones
        : null,
  });
  return Object.keys(data).length === 0
    ? undefined
    : { type: "employee.changed", data: { employeeId, ...data } };
}

/** An event that has the employee only. */
export function plainWord(
  type:
    | "employee.suspended"
    | "employee.resumed"
    | "employee.terminated"
    | "employee.termination_cancelled",
  employeeId: string,
): EventWord {
  return { type, data: { employeeId } };
}

/** A value that is required, so it is never cleared. */
function differs(
  before: string | undefined,
  after: string | undefined,
): string | undefined {
  return before === after ? undefined : after;
}

function patched(
  before: string | undefined,
  after: string | undefined,
): string | null | undefined {
  return before === after ? undefined : (after ?? null);
}

function patchedParts(
  before: Record<string, string | undefined> = {},
  after: Record<string, string | undefined>,
): Record<string, unknown> | undefined {
  return emptyToUndefined(
    present(
      Object.fromEntries(
        Object.keys(after).map((part) => [
          part,
          patched(before[part], after[part]),
        ]),
      ),
    ),
  );
}

function present(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([, content]) => content !== undefined),
  );
}

function emptyToUndefined(
  values: Record<string, unknown>,
): Record<string, unknown> | undefined {
  return Object.keys(values).length === 0 ? undefined : values;
}
