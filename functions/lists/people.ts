import { type Person, personSchema } from "../../shared/community/person.ts";
import type { CommunityPage } from "../../shared/community/pages.ts";
import { foldEmailAddress } from "../../shared/email-address.ts";
import { foldCase } from "../../shared/fold-case.ts";
import { mainEmailOf } from "../../shared/person/person-fields.ts";
import type { RowNames } from "./plan-row.ts";

/** A person who has a name of a row. */
export type NamedPerson = {
  person: Person;
  agrees: "both" | "username" | "email" | "none";
};

export type PeopleIndex = ReturnType<typeof createPeople>;

/**
 * All people of the platform, while a plan is made. Each one is kept as text with the parts that a list can change: as
 * objects, a hundred thousand people would not fit into the memory of a function.
 */
export function createPeople() {
  const texts = new Map<string, Buffer>();
  const byUsername = new Map<string, string>();
  const byEmail = new Map<string, string | string[]>();

  const find = (id: string): Person | undefined => {
    const text = texts.get(id);
    return text && toPerson(text);
  };

  return {
    add(person: Person): void {
      const { id } = person;
      texts.set(id, toText(person));
      const username = person.svc?.username;
      if (username !== undefined) byUsername.set(foldCase(username), id);
      for (const { value = "" } of person.emails ?? []) {
        if (value === "") continue;
        const key = foldEmailAddress(value);
        const known = [byEmail.get(key) ?? []].flat();
        if (known.includes(id)) continue;
        byEmail.set(key, known.length === 0 ? id : [...known, id]);
      }
    },

    find,

    /** The people who have the username or the address. */
    named({ username, email }: RowNames): NamedPerson[] {
      const ofUsername =
        username === undefined ? undefined : byUsername.get(foldCase(username));
      const ofEmail = [
        email === undefined ? [] : (byEmail.get(foldEmailAddress(email)) ?? []),
      ].flat();
      const ids = new Set([ofUsername ?? [], ofEmail].flat());
      return [...ids].flatMap((id) => {
        const person = find(id);
        if (!person) return [];
        // The platform must agree with the address by which an adoption knows a person.
        const main = mainEmailOf(person)?.value ?? "";
        const isEmail =
          email !== undefined &&
          foldEmailAddress(main) === foldEmailAddress(email);
        const agrees =
          id === ofUsername ? (isEmail ? "both" : "username") : "email";
        return [{ person, agrees } as const];
      });
    },

    get size() {
      return texts.size;
    },
  };
}

/** The parts of a person that a list can change, and by which a person is known. */
function toText({
  id,
  name,
  emails,
  svc,
  addresses,
  phoneNumbers,
  location,
  tags,
}: Person): Buffer {
  const { username, profile } = svc ?? {};
  return Buffer.from(
    JSON.stringify({
      id,
      name,
      emails,
      svc: { username, profile },
      addresses,
      phoneNumbers,
      location,
      tags,
    }),
  );
}

function toPerson(text: Buffer): Person {
  return personSchema.parse(JSON.parse(text.toString("utf8")));
}

/** Adds all people, page by page. */
export async function addAll(
  people: PeopleIndex,
  first: () => Promise<CommunityPage<Person>>,
  beforePage: () => Promise<void>,
): Promise<void> {
  let next: (() => Promise<CommunityPage<Person>>) | undefined = first;
  while (next) {
    await beforePage();
    const page: CommunityPage<Person> = await next();
    for (const person of page.items) people.add(person);
    next = page.next;
  }
}
