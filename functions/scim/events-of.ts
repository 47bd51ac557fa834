import { isDeepStrictEqual } from "node:util";
import { isEmailAddress } from "../../shared/email-address.ts";
import type { EventType } from "../../shared/event-types.ts";
import type { ScimEntry, ScimResource } from "../../shared/store/scim-user.ts";
import { enterpriseUrn } from "./attributes.ts";
import { listIn, withoutUndefined, textIn, toJson } from "./resource.ts";
import { ScimError } from "./scim-error.ts";

/** An event that a request makes. It gets its time when the user is written. */
export type UntimedEvent = {
  type: Extract<EventType, `employee.${string}`>;
  data: Record<string, unknown>;
};

/** The main address of a user: the primary one, else the one of type work, else the first, else the user name. */
export function mainAddressOf(resource: ScimResource): string | undefined {
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

/** The data of a hire that follows from a user, with names like `name.givenName`. This is the whole mapping. */
function personOf(resource: ScimResource): Record<string, unknown> {
  const addresses = listIn(resource, "addresses");
  const isOther = isOfType("other");
  const work =
    addresses.find(isOfType("work")) ??
    addresses.find((one) => !isOther(one)) ??
    {};
  const other = addresses.find(isOther) ?? {};
  const displayName = textIn(resource, "displayName");
  const formatted = textIn(resource, "name.formatted") ?? displayName;
  const givenName = textIn(resource, "name.givenName");
  const familyName = textIn(resource, "name.familyName");
  const hasPart = (givenName ?? familyName) !== undefined;
  const phones = listIn(resource, "phoneNumbers").flatMap((one) => {
    const label = phoneLabels.get(typeOf(one));
    const value = textIn(one, "value");
    return label && value !== undefined ? [{ value, label }] : [];
  });
  return withoutUndefined({
    username: textIn(resource, "userName"),
    email: mainAddressOf(resource),
    // Some people have one name.
    "name.givenName": hasPart ? givenName : formatted,
    "name.familyName": familyName,
    "name.formatted": formatted,
    title: textIn(resource, "title"),
    department: textIn(resource, `${enterpriseUrn}:department`),
    company: textIn(resource, `${enterpriseUrn}:organization`),
    location: textIn(other, "formatted"),
    ...Object.fromEntries(
      addressParts.map((part) => [`address.${part}`, textIn(work, part)]),
    ),
    phones: phones.length > 0 ? phones : undefined,
  });
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

function isOfType(type: string): (one: ScimEntry) => boolean {
  return (one) => typeOf(one) === type;
}

function typeOf(one: ScimEntry): string {
  return textIn(one, "type")?.toLowerCase() ?? "";
}

/** Whether the provider wants the user to have access. */
export function isActive(resource: ScimResource): boolean {
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
  resource: ScimResource,
  startDate?: string,
): UntimedEvent {
  const person = requiredPersonOf(resource);
  const data = toJson(withoutUndefined({ employeeId, ...person, startDate }));
  return { type: "employee.hired", data };
}

/** @throws ScimError `invalidValue` */
function requiredPersonOf(resource: ScimResource): Record<string, unknown> {
  const person = personOf(resource);
  const required = [
    { name: "userName", content: person["username"] },
    { name: "emails, or an address as userName,", content: person["email"] },
    {
      name: "name, or displayName,",
      content: person["name.givenName"] ?? person["name.familyName"],
    },
  ];
  const missing = required.find(({ content }) => content === undefined);
  if (!missing) return person;
  throw new ScimError(400, `${missing.name} is required`, "invalidValue");
}

/** The adoption of a person who is on the platform. */
export function adoptionOf(
  employeeId: string,
  resource: ScimResource,
): UntimedEvent {
  const { username, email } = personOf(resource);
  return { type: "employee.adopted", data: { employeeId, username, email } };
}

/**
 * The event that changes a person from one resource to another, as a JSON Merge Patch.
 *
 * @param before - empty: the event has all values of the user
 * @returns no event if nothing changes on the platform
 * @throws ScimError for a user whom the platform could not have
 */
export function changesOf(
  employeeId: string,
  before: ScimResource,
  after: ScimResource,
): UntimedEvent[] {
  const had = personOf(before);
  const wanted = requiredPersonOf(after);
  const changes = Object.keys({ ...had, ...wanted })
    .filter((name) => !isDeepStrictEqual(had[name], wanted[name]))
    .map((name): [string, unknown] => [name, wanted[name] ?? null]);
  if (changes.length === 0) return [];
  const data = toJson({ employeeId, ...Object.fromEntries(changes) });
  return [{ type: "employee.changed", data }];
}

/** An event that has the employee only. */
export function plainEvent(
  type:
    | "employee.suspended"
    | "employee.resumed"
    | "employee.terminated"
    | "employee.termination_cancelled",
  employeeId: string,
): UntimedEvent {
  return { type, data: { employeeId } };
}

/** What `active: false` means: a suspension, or the end of the employment. */
type Disable = "suspend" | "terminate";

/** A user before and after a request. */
type ChangedUser = {
  employeeId: string;
  before: ScimResource;
  after: ScimResource;
  disable: Disable;
};

/**
 * The events of a request for a user who was hired. The event about the access comes first.
 *
 * @param hiresAgain - the hire has failed or was cancelled, and is said once more
 */
export function eventsOfChange(
  { employeeId, before, after, disable }: ChangedUser,
  hiresAgain: boolean,
): UntimedEvent[] {
  const changes = changesOf(employeeId, before, after);
  const [wasOn, isOn] = [isActive(before), isActive(after)];
  if (hiresAgain && isOn) return [hireOf(employeeId, after), ...changes];
  const access = wasOn === isOn ? [] : [accessEvent(employeeId, isOn, disable)];
  return [...access, ...changes];
}

/**
 * The events about the access when a POST brings back a deleted user whose person is not deleted yet. Their order never
 * gives access, not even for a moment, to a user who is not active.
 *
 * @param wasOff - the user had no access before the deletion
 */
export function eventsOfComeback(
  { employeeId, after, disable }: Omit<ChangedUser, "before">,
  wasOff: boolean,
): UntimedEvent[] {
  const isOn = isActive(after);
  const isKept = disable === "terminate" && !isOn;
  const isSwitched = disable === "suspend" && isOn === wasOff;
  const cancelled = plainEvent("employee.termination_cancelled", employeeId);
  return [
    ...(isKept || isSwitched ? [accessEvent(employeeId, isOn, disable)] : []),
    ...(isKept ? [] : [cancelled]),
  ];
}

function accessEvent(
  employeeId: string,
  isOn: boolean,
  disable: Disable,
): UntimedEvent {
  if (disable === "suspend")
    return plainEvent(
      isOn ? "employee.resumed" : "employee.suspended",
      employeeId,
    );
  if (isOn) return plainEvent("employee.termination_cancelled", employeeId);
  // A user who is not active must not be deleted.
  return {
    type: "employee.terminated",
    data: { employeeId, disposition: "disable" },
  };
}
