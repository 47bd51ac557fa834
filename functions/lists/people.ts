import { deflateSync, inflateSync } from "node:zlib";
import * as z from "zod/mini";
import { type Person, personSchema } from "../../shared/community/person.ts";
import { foldEmailAddress } from "../../shared/email-address.ts";
import { foldCase } from "../../shared/fold-case.ts";
import { mainEmailOf } from "../../shared/person/person-fields.ts";
import type { Candidate } from "./match-person.ts";
import { maxPackedBytes } from "./plan-values.ts";
import type { RowNames } from "./row-names.ts";

export type NamedPerson = { person: Person } & Pick<Candidate, "agrees">;

/** At most this many pages stay unpacked. */
const maxUnpacked = 16;

export type PeopleIndex = ReturnType<typeof createPeople>;

/** All people of the platform, while a plan is made. The pages stay packed, so that 100,000 people fit in memory. */
export function createPeople() {
  const pages: Uint8Array[] = [];
  const pageOf = new Map<string, number>();
  const byUsername = new Map<string, string>();
  const byEmail = new Map<string, string | string[]>();
  /** The pages that were used last, because a list often has the people in the order of the platform. */
  const unpacked = new Map<number, ReadonlyMap<string, unknown>>();

  const find = (id: string): Person | undefined => {
    const number = pageOf.get(id);
    if (number === undefined) return undefined;
    const page = unpacked.get(number) ?? unpackPage(pages[number]);
    unpacked.delete(number);
    unpacked.set(number, page);
    const [oldest] = unpacked.keys();
    if (unpacked.size > maxUnpacked && oldest !== undefined)
      unpacked.delete(oldest);
    const person = page.get(id);
    return person === undefined ? undefined : personSchema.parse(person);
  };

  const index = ({ id, svc, emails = [] }: Person): void => {
    const username = svc?.username;
    if (username !== undefined) byUsername.set(foldCase(username), id);
    for (const { value = "" } of emails) {
      if (value === "") continue;
      const key = foldEmailAddress(value);
      const known = [byEmail.get(key) ?? []].flat();
      if (known.includes(id)) continue;
      byEmail.set(key, known.length === 0 ? id : [...known, id]);
    }
  };

  return {
    /** @param packed - by {@link packPeople} */
    addPage(packed: Uint8Array): void {
      for (const [id, person] of unpackPage(packed)) {
        pageOf.set(id, pages.length);
        index(personSchema.parse(person));
      }
      // A copy, because the answer of the store can keep a much larger buffer alive.
      pages.push(Uint8Array.from(packed));
    },

    find,

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
        // An adoption compares the main address only.
        const main = mainEmailOf(person)?.value ?? "";
        const isEmail =
          email !== undefined &&
          foldEmailAddress(main) === foldEmailAddress(email);
        const agrees =
          id === ofUsername ? (isEmail ? "both" : "username") : "email";
        return [{ person, agrees } as const];
      });
    },
  };
}

/** Packs the parts of people that a plan needs, in pages that fit into an item of our store. */
export function* packPeople(people: readonly Person[]): Generator<Uint8Array> {
  const parts = people.map((person) => [person.id, partsOf(person)]);
  const packed = deflateSync(JSON.stringify(parts), { level: 1 });
  const half = Math.ceil(people.length / 2);
  if (packed.byteLength > maxPackedBytes && half < people.length) {
    yield* packPeople(people.slice(0, half));
    yield* packPeople(people.slice(half));
  } else yield packed;
}

const pageSchema = z.array(z.tuple([z.string(), z.unknown()]));

function unpackPage(packed: Uint8Array = Buffer.of()): Map<string, unknown> {
  const text = inflateSync(packed).toString("utf8");
  return new Map(pageSchema.parse(JSON.parse(text)));
}

/** The parts of a person that a list can change, and the names that identify the person. */
function partsOf({
  id,
  name,
  emails,
  svc: { username, profile, enabled } = {},
  addresses,
  phoneNumbers,
  location,
  tags,
}: Person) {
  const svc = { username, profile, enabled };
  return { id, name, emails, svc, addresses, phoneNumbers, location, tags };
}
