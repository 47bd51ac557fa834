import type { Person } from "../community/person.ts";
import { isSameEmailAddress } from "../email-address.ts";
import { fullNameOf, type NameOrder } from "./full-name.ts";
import type { PersonPatch } from "./person-patch.ts";
import { personFields } from "./person-fields.ts";

/** What an event may set of a person. */
export type MergeOptions = {
  /** Whether the event sets the field with this pointer, and no newer event has set it. */
  isCurrent: (pointer: string) => boolean;
  /** Whether the field with this pointer belongs to the person once it has a value. */
  isOwned: (pointer: string) => boolean;
  /** Whether our store knows this e-mail address of the person. All other addresses are the person's own. */
  isKnownEmail: (address: string) => boolean;
  /** How given and family name become a full name. @default in the order of their script */
  nameOrder: NameOrder;
};

export type Merged = {
  person: Person;
  /** JSON Pointers into the event's data: the fields with another value than the person had. */
  changed: string[];
  /** The fields that would differ, and belong to the person. */
  owned: string[];
};

const fullName = "/name/formatted";

/** The fields of a person that an event sets or clears, as JSON Pointers into its data. */
export function namedFields(patch: PersonPatch): string[] {
  const named = personFields
    .filter(({ isNamedIn }) => isNamedIn(patch))
    .map(({ pointer }) => pointer);
  return setsPartOfName(patch) && !named.includes(fullName)
    ? [...named, fullName]
    : named;
}

/**
 * Merges an event into the person that the platform shows (RFC 7396). Entries of lists that the event does not name
 * stay, in their order: other labels of the profile, other addresses, other numbers. A new given or family name also
 * sets the full name, unless the event names one.
 */
export function mergePerson(
  shown: Person,
  patch: PersonPatch,
  { isCurrent, isOwned, isKnownEmail, nameOrder }: MergeOptions,
): Merged {
  const changed: string[] = [];
  const owned: string[] = [];
  const emailAt = Math.max(
    0,
    (shown.emails ?? []).findIndex(({ value = "" }) => isKnownEmail(value)),
  );
  // The field writes the first address, and the person may have put another one there.
  let person = moveEmail(shown, emailAt, 0);
  for (const { pointer, differs, isSetIn, apply } of personFields) {
    const said =
      pointer === fullName
        ? withFullName(patch, shown, person, { isCurrent, nameOrder })
        : isCurrent(pointer)
          ? patch
          : {};
    if (!differs(said, person)) continue;
    if (isOwned(pointer) && isSetIn(person)) {
      owned.push(pointer);
      continue;
    }
    changed.push(pointer);
    person = { ...person, ...apply(said, person) };
  }
  if (changed.includes("/email")) person = withoutRepetition(person);
  return { person: moveEmail(person, 0, emailAt), changed, owned };
}

/** The full name that results from an event, as a patch. `merged` has the other names of the event already. */
function withFullName(
  patch: PersonPatch,
  shown: Person,
  merged: Person,
  { isCurrent, nameOrder }: Pick<MergeOptions, "isCurrent" | "nameOrder">,
): PersonPatch {
  const derived = {
    name: { formatted: fullNameOf(merged.name ?? {}, nameOrder) },
  };
  if (isCurrent(fullName)) {
    const formatted = patch.name?.formatted;
    return formatted ? { name: { formatted } } : derived;
  }
  // A newer event has set the full name: by itself, or as a result of the other names, which change now.
  const isDerived =
    shown.name?.formatted === fullNameOf(shown.name ?? {}, nameOrder);
  return isDerived ? derived : {};
}

function setsPartOfName({ name }: PersonPatch): boolean {
  return name?.givenName !== undefined || name?.familyName !== undefined;
}

/** Moves one e-mail address to another place of the list. */
function moveEmail(person: Person, from: number, to: number): Person {
  const { emails = [] } = person;
  const [email] = emails.slice(from, from + 1);
  if (email === undefined) return person;
  return {
    ...person,
    emails: emails.toSpliced(from, 1).toSpliced(to, 0, email),
  };
}

/** The first address without a second entry of it, which the person may have added. */
function withoutRepetition(person: Person): Person {
  const [first, ...others] = person.emails ?? [];
  if (first === undefined) return person;
  const kept = others.filter(
    ({ value = "" }) => !isSameEmailAddress(value, first.value ?? ""),
  );
  return { ...person, emails: [first, ...kept] };
}
