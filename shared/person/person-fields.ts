import type { Person } from "../community/person.ts";
import { isSameEmailAddress } from "../email-address.ts";
import { noName } from "./full-name.ts";
import { isSameUsername } from "../fold-case.ts";
import type { addressParts, Phone } from "./person-data.ts";
import type { PersonPatch } from "./person-patch.ts";

/** The parts of a person of the platform that an event can set. */
export type PersonParts = Pick<
  Person,
  "name" | "emails" | "svc" | "addresses" | "phoneNumbers" | "location" | "tags"
>;

/** One field of an event, and where it lies in a person of the platform. */
export type PersonField = {
  /** JSON Pointer into the event's data. */
  pointer: string;
  /** Whether the event sets or clears the field. */
  isNamedIn: (patch: PersonPatch) => boolean;
  /** Whether the person has a value. */
  isSetIn: (person: PersonParts) => boolean;
  /** Whether the event sets another value than the person has, or clears a value. */
  differs: (patch: PersonPatch, person: PersonParts) => boolean;
  /** The parts of the person that change when the event's value is set. All other entries of a list stay. */
  apply: (patch: PersonPatch, person: PersonParts) => PersonParts;
};

/** Every field of a person, in the order in which a new person gets them, for creation, comparison and change. */
export const personFields: readonly PersonField[] = [
  field({
    pointer: "/username",
    valueIn: ({ username }) => username,
    read: ({ svc }) => svc?.username,
    write: ({ svc }, username) => ({ svc: { ...svc, username } }),
    isSame: isSameUsername,
  }),
  field({
    pointer: "/email",
    valueIn: ({ email }) => email,
    read: ({ emails }) => emails?.[0]?.value,
    write: ({ emails: [first = workEmail, ...others] = [] }, value) => ({
      emails: [{ ...first, value }, ...others],
    }),
    isSame: isSameEmailAddress,
  }),
  nameField("givenName"),
  nameField("familyName"),
  field({
    pointer: "/name/formatted",
    valueIn: ({ name }) => name?.formatted,
    read: ({ name }) => name?.formatted,
    write: ({ name }, formatted) => ({ name: { ...name, formatted } }),
  }),
  profileField("title", "Title"),
  profileField("department", "Department"),
  profileField("company", "Company"),
  profileField("startDate", "Hire Date"),
  profileField("biography", "Biography"),
  profileField("expertise", "Expertise"),
  field({
    pointer: "/location",
    valueIn: ({ location }) => location,
    read: ({ location }) => location || undefined,
    write: (_, location = "") => ({ location }),
  }),
  field({
    pointer: "/tags",
    valueIn: ({ tags }) => nullIfEmpty(tags),
    read: ({ tags }) => nullIfEmpty(tags) ?? undefined,
    write: (_, tags = []) => ({ tags }),
  }),
  field({
    pointer: "/phones",
    valueIn: ({ phones }) => nullIfEmpty(phones),
    read: ({ phoneNumbers }) =>
      nullIfEmpty(phoneNumbers?.flatMap(toPhone)) ?? undefined,
    write: ({ phoneNumbers = [] }, phones = []) => ({
      phoneNumbers: [
        ...phones.map(fromPhone),
        ...phoneNumbers.filter((number) => toPhone(number).length === 0),
      ],
    }),
    isSame: (one, other) =>
      isEqual(one.map(withoutPrimary), other.map(withoutPrimary)),
  }),
  addressField("streetAddress"),
  addressField("locality"),
  addressField("region"),
  addressField("postalCode"),
  addressField("country"),
  addressField("formatted"),
];

/** Where a person differs from what an event names, as JSON Pointers into the event's data, never values. */
export function differencesOf(
  patch: PersonPatch,
  person: PersonParts,
): string[] {
  // The field of the address compares the first one, and the person is known by the main one.
  const email = mainEmailOf(person);
  const shown = { ...person, emails: email ? [email] : [] };
  return personFields
    .filter(({ differs }) => differs(patch, shown))
    .map(({ pointer }) => pointer);
}

/** The address by which a person is known: the primary one, or else the first. */
export function mainEmailOf({ emails = [] }: PersonParts) {
  return emails.find(({ primary }) => primary) ?? emails[0];
}

/** How a field with values of one type is read and written. */
type FieldAccess<T> = {
  pointer: string;
  /** The event's value: undefined if the event does not name the field, and null if it clears the field. */
  valueIn: (patch: PersonPatch) => T | null | undefined;
  /** The person's value: undefined if the person has none. */
  read: (person: PersonParts) => T | undefined;
  /** The changed parts of the person. Without a value, the field is cleared. */
  write: (person: PersonParts, value: T | undefined) => PersonParts;
  isSame?: (one: T, other: T) => boolean;
};

function field<T>({
  pointer,
  valueIn,
  read,
  write,
  isSame = isEqual,
}: FieldAccess<T>): PersonField {
  const isNamedIn = (patch: PersonPatch) => valueIn(patch) !== undefined;
  return {
    pointer,
    isNamedIn,
    isSetIn: (person) => read(person) !== undefined,
    differs(patch, person) {
      if (!isNamedIn(patch)) return false;
      const wanted = valueIn(patch) ?? undefined;
      const actual = read(person);
      return wanted === undefined || actual === undefined
        ? wanted !== actual
        : !isSame(wanted, actual);
    },
    apply: (patch, person) =>
      isNamedIn(patch) ? write(person, valueIn(patch) ?? undefined) : {},
  };
}

/** The platform requires both names. The one that a person does not have is `-` there. */
function nameField(part: "givenName" | "familyName"): PersonField {
  return field({
    pointer: `/name/${part}`,
    valueIn: ({ name }) => (name?.[part] === noName ? null : name?.[part]),
    read: ({ name }) => (name?.[part] === noName ? undefined : name?.[part]),
    write: ({ name }, value = noName) => ({ name: { ...name, [part]: value } }),
  });
}

type TextField = {
  [Name in keyof PersonPatch]-?: PersonPatch[Name] extends
    string | null | undefined
    ? Name
    : never;
}[keyof PersonPatch];

/** An entry of the profile, by its label (docs/interface.md, §2.1). */
function profileField(name: TextField, svc_label: string): PersonField {
  const isOurs = (entry: { svc_label?: string | undefined }) =>
    entry.svc_label === svc_label;
  return field({
    pointer: `/${name}`,
    valueIn: (patch) => patch[name],
    read: ({ svc }) => svc?.profile?.find(isOurs)?.value || undefined,
    write({ svc }, value) {
      const { profile = [] } = svc ?? {};
      const index = profile.findIndex(isOurs);
      const changed =
        value === undefined ? [] : [{ ...profile[index], svc_label, value }];
      return { svc: { ...svc, profile: replaced(profile, index, changed) } };
    },
  });
}

function addressField(part: keyof typeof addressParts): PersonField {
  return field({
    pointer: `/address/${part}`,
    valueIn: ({ address }) => address && address[part],
    read: ({ addresses }) =>
      addresses?.find(isMain)?.value?.[part] || undefined,
    write({ addresses = [] }, text) {
      const index = addresses.findIndex(isMain);
      const main = addresses[index] ?? { ...mainLabel, primary: true };
      const { [part]: _, ...kept } = main.value ?? {};
      const value = text === undefined ? kept : { ...kept, [part]: text };
      const changed =
        Object.keys(value).length === 0 ? [] : [{ ...main, value }];
      return { addresses: replaced(addresses, index, changed) };
    },
  });
}

/** The label of the address that events set. A person may have other addresses (docs/interface.md, §2.1). */
const mainLabel = { svc_label: "Address" };

function isMain({ svc_label }: { svc_label?: string | undefined }): boolean {
  return svc_label === mainLabel.svc_label;
}

/** The list with other items in place of one. A negative index appends them. */
function replaced<T>(list: T[], index: number, items: T[]): T[] {
  return index < 0 ? [...list, ...items] : list.toSpliced(index, 1, ...items);
}

const workEmail = { type: "work", svc_label: "Email", primary: true };

type PhoneNumber = NonNullable<Person["phoneNumbers"]>[number];

/** The phone of a number with a label that events set. Numbers with other labels are the person's own: no phone. */
function toPhone({ value = "", svc_label, primary }: PhoneNumber): Phone[] {
  return svc_label === "Phone Number" || svc_label === "Mobile Phone Number"
    ? [{ value, label: svc_label, primary }]
    : [];
}

/** A phone without `primary`, which a platform may set or drop. */
function withoutPrimary({ value, label }: Phone): Phone {
  return { value, label };
}

function fromPhone({ value, label, primary }: Phone): PhoneNumber {
  return {
    value,
    svc_label: label,
    ...(primary === undefined ? {} : { primary }),
  };
}

/** An empty list is no value: an event that names it clears the field. */
function nullIfEmpty<T>(list: T[] | null | undefined): T[] | null | undefined {
  return list?.length === 0 ? null : list;
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
