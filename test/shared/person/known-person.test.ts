import { describe, expect, test } from "vitest";
import {
  afterRead,
  knownPersonOf,
  requireKnown,
  withRename,
  hashEmail,
  isProtected,
  isSameEmail,
  personOf as personOfEmployee,
  refsOf,
} from "../../../shared/person/known-person.ts";
import { type KnownNames, namesOf } from "../../../shared/store/employee.ts";
import { rows } from "../../fixtures/rows.ts";

const keyring = { "1": "first-master-key", "2": "second-master-key" };
const platformAuth = {
  keyring: async () => keyring,
  serviceUsername: async () => "service",
};
const checking = { platformAuth, protectedUsernames: ["The.Boss"] };
const hashOf = (email: string) => hashEmail(keyring, email);
const names: KnownNames = {
  usernames: ["zoe", "zoe.new"],
  emailHashes: [hashOf("zoe@example.com"), hashOf("new@example.com")],
};
const personOf = (username: string, ...emails: string[]) => ({
  id: "1",
  svc: { username },
  emails: emails.map((value) => ({ value })),
});

test.each([
  ["the primary address", [{}, { primary: true }], "1@example.com"],
  ["the first address if none is primary", [{}, {}], "0@example.com"],
  ["the address of the event if the platform returns none", [], "e@x.com"],
])("our store keeps %s", async (_, entries, expected) => {
  const emails = entries.map((entry, at) => ({
    ...entry,
    value: `${at}@example.com`,
  }));
  const ofEvent = { username: "zoe", email: "e@x.com" };
  const person = { id: "1", emails };
  expect(await knownPersonOf(platformAuth, person, ofEvent)).toEqual({
    personID: "1",
    refs: undefined,
    username: "zoe",
    otherUsernames: [],
    emailHash: hashOf(expected),
    otherEmailHashes: [],
  });
});

test("a person is known by an earlier username beside a later address, in upper or lower case", async () => {
  const person = personOf("ZOE", "private@example.com", "New@Example.com");
  expect(await requireKnown(checking, person, names)).toEqual({
    username: "ZOE",
    addresses: ["New@Example.com"],
    emailHashes: [names.emailHashes[1]],
  });
});

test.each([
  ["without a known username", personOf("eve", "zoe@example.com")],
  ["without a known address", personOf("zoe", "eve@example.com")],
  ["without any name", { id: "1" }],
  [
    "with empty names, while our store has no names",
    personOf("", ""),
    namesOf({}),
  ],
])("a person %s is not the employee", async (_, person, known = names) => {
  await expect(requireKnown(checking, person, known)).rejects.toMatchObject({
    code: "person-differs",
  });
});

test.each([
  ["service", [], true],
  ["SERVICE", ["root"], true],
  ["Root", ["root", "ceo"], true],
  ["CEO", ["root", "ceo"], true],
  ["roo", ["root"], false],
  ["", [], false],
])(
  "the username %j is protected by the list %j: %j",
  async (username, list, expected) => {
    expect(await isProtected(platformAuth, list, username)).toBe(expected);
  },
);

test("a protected username is refused also if it is known", async () => {
  const known = { ...names, usernames: ["the.boss"] };
  const person = personOf("the.boss", "zoe@example.com");
  await expect(requireKnown(checking, person, known)).rejects.toMatchObject({
    code: "person-protected",
  });
});

describe("the hash of an address", () => {
  const [one, two] = [{ "1": "k".repeat(32) }, { "2": "l".repeat(32) }];
  const hash = "1.g4I7LbmOO73Cj3qTFKPSbmcWmM_F_hs7dt9WU82DgHw";

  test("never changes, and is the same for each spelling of the address", () => {
    expect(hashEmail(one, "zoe@example.com")).toBe(hash);
    expect(hashEmail(one, "ZOE@Example.COM")).toBe(hash);
    expect(hashEmail(one, "zoe@example.org")).not.toBe(hash);
  });

  test("is made with the newest key, and recognized by its own key, also after many rotations", () => {
    const rotated = { ...one, ...two, "12": "m".repeat(32) };
    const newest = hashEmail(rotated, "zoe@example.com");
    expect(newest).toMatch(/^12\.[\w-]{43}$/);
    for (const known of [hash, newest]) {
      expect(isSameEmail(rotated, known, "ZOE@example.com")).toBe(true);
      for (const other of ["zoe@example.org", ""])
        expect(isSameEmail(rotated, known, other)).toBe(false);
    }
  });

  test("causes an error and no guess if its key was removed, and differs under another version", () => {
    expect(() => isSameEmail(two, hash, "zoe@example.com")).toThrow(
      "passwordMaster has no version 1",
    );
    const renamed = `2.${hash.slice(2)}`;
    const both = { ...one, ...two };
    expect(isSameEmail(both, renamed, "zoe@example.com")).toBe(false);
  });
});

test("our store keeps the ref of each resource of a person, and gives them to the person of later calls", () => {
  const ref = "https://community.example/tasks";
  const resources = { tasks: { ref, allowed: ["GET"] }, avatar: {} };
  expect(refsOf({ id: "p-1", resources })).toEqual({ tasks: ref });
  expect(refsOf({ id: "p-1" })).toBeUndefined();
  expect(personOfEmployee({ personID: "p-1", refs: { tasks: ref } })).toEqual({
    id: "p-1",
    resources: { tasks: { ref } },
  });
  expect(personOfEmployee({ personID: "p-1" })).toEqual({ id: "p-1" });
});

test("an address is known by the key version with which it was hashed", async () => {
  const old = hashEmail(keyring, "zoe@example.com", "1");
  const known = { ...names, emailHashes: [old] };
  const person = personOf("zoe", "zoe@example.com");
  const shown = await requireKnown(checking, person, known);
  expect(shown.emailHashes).toEqual([old]);
});

const { usernames, emailHashes } = names;
const [oldHash = "", newHash = ""] = emailHashes;
const third = { username: "zoe.third", email: "third@example.com" };

test.each(rows<[string, KnownNames, object, Partial<KnownNames>]>`
  adds its names behind the known ones | ${names} | ${third} | ${{ usernames: [...usernames, "zoe.third"], emailHashes: [...emailHashes, hashOf(third.email)] }}
  that is repeated adds no name twice, and has its own spelling | ${names} | ${{ username: "Zoe.New" }} | ${{ usernames: ["zoe", "Zoe.New"] }}
  to the first name in another case changes nothing | ${names} | ${{ username: "ZOE" }} | ${{}}
  to the first name in other characters for the same letters changes nothing | ${{ ...names, usernames: ["zo\u00eb"] }} | ${{ username: "ZOE\u0308" }} | ${{}}
`)("a rename %s", async (_, known, rename, after) => {
  expect(await withRename(platformAuth, known, rename)).toEqual({
    ...known,
    ...after,
  });
});

test("of the names that no read has shown, the oldest is forgotten instead of keeping nine names", async () => {
  let known = names;
  for (let count = 1; count <= 10; count++)
    known = await withRename(platformAuth, known, { username: `zoe.${count}` });
  expect(known.usernames).toHaveLength(8);
  expect(known.usernames[0]).toBe("zoe");
  expect(known.usernames.at(-1)).toBe("zoe.10");
});

test.each(rows<[string, string, string[], boolean, Partial<KnownNames>]>`
  all names stay if it shows the first ones | Zoe | ${[oldHash]} | ${false} | ${{}}
  only the new username stays if it shows it | zoe.new | ${[oldHash]} | ${false} | ${{ usernames: ["zoe.new"] }}
  only the new address stays if it shows it | zoe | ${[newHash]} | ${false} | ${{ emailHashes: [newHash] }}
  only the newest address stays if it shows both | zoe | ${[oldHash, newHash]} | ${false} | ${{ emailHashes: [newHash] }}
  all names stay if a late write may bring an earlier one back | zoe.new | ${[newHash]} | ${true} | ${{}}
`)("after a read, %s", (_, username, hashes, mayComeBack, after) => {
  const shown = { username, emailHashes: hashes };
  expect(afterRead(names, shown, mayComeBack)).toEqual({ ...names, ...after });
});
