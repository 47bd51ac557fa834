import { expect, test } from "vitest";
import { personSchema } from "../../../shared/community/person.ts";
import {
  mergePerson,
  type MergeOptions,
  namedFields,
} from "../../../shared/person/merge-person.ts";
import type { PersonPatch } from "../../../shared/person/person-patch.ts";
import { rows } from "../../fixtures/rows.ts";

const zoe = personSchema.parse({
  id: "1001",
  name: { givenName: "Zoe", familyName: "Lind", formatted: "Zoe Lind" },
  emails: [
    { value: "private@example.com", svc_label: "Email", primary: true },
    { value: "zoe@example.com", svc_label: "Email" },
    { value: "other@example.com", svc_label: "Email" },
  ],
  svc: {
    username: "zoe",
    enabled: false,
    visible: false,
    profile: [
      { svc_label: "Shoe Size", value: "39" },
      { svc_label: "Title", value: "Engineer" },
      { svc_label: "Biography", value: "Her own words" },
    ],
  },
  status: "Here",
  extra: { kept: true },
});

const merge = (
  patch: PersonPatch,
  options: Partial<MergeOptions> = {},
  person = zoe,
) =>
  mergePerson(person, patch, {
    nameOrder: "script",
    isCurrent: () => true,
    isOwned: () => false,
    isKnownEmail: (address) => address === "zoe@example.com",
    ...options,
  });

test("a change writes the fields that differ, and everything else of the person stays", () => {
  const { person, changed } = merge({ title: "Boss", username: "zoe" });
  expect(changed).toEqual(["/title"]);
  expect(person).toEqual({
    ...zoe,
    svc: {
      ...zoe.svc,
      profile: [
        { svc_label: "Shoe Size", value: "39" },
        { svc_label: "Title", value: "Boss" },
        { svc_label: "Biography", value: "Her own words" },
      ],
    },
  });
});

test("a change that names only values that the person has changes nothing", () => {
  const patch = {
    name: { givenName: "Zoe", familyName: "Lind" },
    title: "Engineer",
    email: "ZOE@example.com",
    location: null,
  };
  expect(merge(patch)).toEqual({ person: zoe, changed: [], owned: [] });
});

test.each(rows<[string, string, string[]]>`
  replaces the known one at its place, and others stay | berg@example.com | ${["berg@example.com", "other@example.com"]}
  is there once if the person had added it before | Other@example.com | ${["Other@example.com"]}
`)("a new e-mail address %s", (_, email, addresses) => {
  const { person, changed } = merge({ email });
  expect(changed).toEqual(["/email"]);
  expect(person.emails?.map(({ value }) => value)).toEqual([
    "private@example.com",
    ...addresses,
  ]);
});

const given = "/name/givenName";
const family = "/name/familyName";
const formatted = "/name/formatted";

// Title | full name before | names of the event | names after | changed fields | a newer event has set the full name
test.each(rows<
  [string, string, NonNullable<PersonPatch["name"]>, object, string[], boolean?]
>`
  follows a new family name | Zoe Lind | ${{ familyName: "Berg" }} | ${{ familyName: "Berg", formatted: "Zoe Berg" }} | ${[family, formatted]}
  is as the event writes it | Zoe Lind | ${{ familyName: "Berg", formatted: "Berg Zoe" }} | ${{ familyName: "Berg", formatted: "Berg Zoe" }} | ${[family, formatted]}
  results from the other names when it is cleared | Dr. Zoe Lind | ${{ formatted: null }} | ${{ formatted: "Zoe Lind" }} | ${[formatted]}
  follows an older change of other names if it results from them | Zoe Lind | ${{ givenName: "Zoë" }} | ${{ givenName: "Zoë", formatted: "Zoë Lind" }} | ${[given, formatted]} | ${true}
  stays after an older change of other names if an event has set it | Dr. Lind | ${{ givenName: "Zoë" }} | ${{ givenName: "Zoë", formatted: "Dr. Lind" }} | ${[given]} | ${true}
`)("the full name %s", (_, before, name, after, pointers, isNewer = false) => {
  const known = { ...zoe, name: { ...zoe.name, formatted: before } };
  const isCurrent = (pointer: string) => !isNewer || pointer !== formatted;
  const { person, changed } = merge({ name }, { isCurrent }, known);
  expect(person.name).toEqual({ ...zoe.name, ...after });
  expect(changed).toEqual(pointers);
});

test("a field that a newer event has set stays", () => {
  const isCurrent = (pointer: string) => pointer !== "/title";
  const patch = { title: "Boss", location: "Bern" };
  const { person, changed } = merge(patch, { isCurrent });
  expect(changed).toEqual(["/location"]);
  expect(person.svc).toEqual(zoe.svc);
});

test("a field that the person owns stays if it has a value, and is set if it has none", () => {
  const isOwned = (pointer: string) =>
    ["/biography", "/tags"].includes(pointer);
  const patch = { biography: "Words of HR", tags: ["newcomer"] };
  const { person, changed, owned } = merge(patch, { isOwned });
  expect({ changed, owned }).toEqual({
    changed: ["/tags"],
    owned: ["/biography"],
  });
  expect(person).toEqual({ ...zoe, tags: ["newcomer"] });
});

test("the fields of an event include the full name that results from it, and each part of an address", () => {
  expect(namedFields({ name: { givenName: "Zoë" }, title: null })).toEqual([
    "/name/givenName",
    "/title",
    "/name/formatted",
  ]);
  expect(namedFields({ address: null }).length).toBe(6);
});
