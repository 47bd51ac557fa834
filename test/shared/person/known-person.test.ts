import { expect, test } from "vitest";
import {
  afterRead,
  knownPersonOf,
  requireKnown,
  withRename,
  hashEmail,
} from "../../../shared/person/known-person.ts";
import { type KnownNames, namesOf } from "../../../shared/store/employee.ts";

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
  const named = { username: "zoe", email: "e@x.com" };
  expect(await knownPersonOf(platformAuth, { id: "1", emails }, named)).toEqual(
    {
      personID: "1",
      refs: undefined,
      username: "zoe",
      emailHash: hashOf(expected),
    },
  );
});

test("a person is known by any combination of the names, in upper or lower case", async () => {
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
])("a person %s is not the employee", async (_, person) => {
  await expect(requireKnown(checking, person, names)).rejects.toMatchObject({
    code: "person-differs",
  });
});

test("no person is known to an employee without names", async () => {
  await expect(
    requireKnown(checking, personOf("", ""), namesOf({})),
  ).rejects.toMatchObject({ code: "person-differs" });
});

test.each(["the.boss", "SERVICE"])(
  "the protected username %s is refused also if it is known",
  async (username) => {
    const known = { ...names, usernames: [username] };
    const person = personOf(username, "zoe@example.com");
    await expect(requireKnown(checking, person, known)).rejects.toMatchObject({
      code: "person-protected",
    });
  },
);

test("an address is known by the key version with which it was hashed", async () => {
  const old = hashEmail(keyring, "zoe@example.com", "1");
  const known = { ...names, emailHashes: [old] };
  const person = personOf("zoe", "zoe@example.com");
  const shown = await requireKnown(checking, person, known);
  expect(shown.emailHashes).toEqual([old]);
});

test("a rename adds its names behind the known ones", async () => {
  const renamed = await withRename(platformAuth, names, {
    username: "zoe.third",
    email: "third@example.com",
  });
  expect(renamed).toEqual({
    usernames: ["zoe", "zoe.new", "zoe.third"],
    emailHashes: [...names.emailHashes, hashOf("third@example.com")],
  });
});

test("a rename that is repeated adds no name twice, and a name that is shown stays first", async () => {
  expect(
    await withRename(platformAuth, names, { username: "Zoe.New" }),
  ).toEqual({ ...names, usernames: ["zoe", "Zoe.New"] });
  expect(await withRename(platformAuth, names, { username: "ZOE" })).toEqual(
    names,
  );
  const composed = { ...names, usernames: ["zo\u00eb"] };
  expect(
    await withRename(platformAuth, composed, { username: "ZOE\u0308" }),
  ).toEqual(composed);
});

test("after renames that no read has shown, the oldest of more than eight names leaves", async () => {
  let known = names;
  for (let count = 1; count <= 10; count++)
    known = await withRename(platformAuth, known, { username: `zoe.${count}` });
  expect(known.usernames).toHaveLength(8);
  expect(known.usernames[0]).toBe("zoe");
  expect(known.usernames.at(-1)).toBe("zoe.10");
});

test("names leave when a read shows a new one, and not while it shows the old one", () => {
  const [oldHash = "", newHash = ""] = names.emailHashes;
  const shown = (username: string, ...emailHashes: string[]) =>
    afterRead(names, { username, emailHashes }, false);
  expect(shown("Zoe", oldHash)).toEqual(names);
  expect(shown("zoe.new", oldHash)).toEqual({
    ...names,
    usernames: ["zoe.new"],
  });
  expect(shown("zoe", newHash)).toEqual({ ...names, emailHashes: [newHash] });
});

test("all names stay while a late write may bring an earlier one back", () => {
  const shown = {
    username: "zoe.new",
    emailHashes: names.emailHashes.slice(1),
  };
  expect(afterRead(names, shown, true)).toEqual(names);
});
