import { expect, test } from "vitest";
import { personSchema } from "../../../shared/community/person.ts";
import {
  mergePerson,
  type MergeOptions,
  namedFields,
} from "../../../shared/person/merge-person.ts";
import type { PersonPatch } from "../../../shared/person/person-patch.ts";

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

test("a change of the e-mail address replaces the known address at its place, and other addresses stay", () => {
  const { person, changed } = merge({ email: "berg@example.com" });
  expect(changed).toEqual(["/email"]);
  expect(person.emails?.map(({ value }) => value)).toEqual([
    "private@example.com",
    "berg@example.com",
    "other@example.com",
  ]);
});

test("a new e-mail address that the person had added before is there once", () => {
  const { person } = merge({ email: "Other@example.com" });
  expect(person.emails?.map(({ value }) => value)).toEqual([
    "private@example.com",
    "Other@example.com",
  ]);
});

test.each<[string, PersonPatch["name"], object, string[]]>([
  [
    "a new family name changes the full name",
    { familyName: "Berg" },
    { givenName: "Zoe", familyName: "Berg", formatted: "Zoe Berg" },
    ["/name/familyName", "/name/formatted"],
  ],
  [
    "a full name in the event stays as it is written there",
    { familyName: "Berg", formatted: "Berg Zoe" },
    { givenName: "Zoe", familyName: "Berg", formatted: "Berg Zoe" },
    ["/name/familyName", "/name/formatted"],
  ],
])("%s", (_, name, expected, pointers) => {
  const { person, changed } = merge({ name });
  expect(person.name).toEqual(expected);
  expect(changed).toEqual(pointers);
});

test("clearing the full name brings back the given and the family name", () => {
  const named = { ...zoe, name: { ...zoe.name, formatted: "Dr. Zoe Lind" } };
  const { person, changed } = merge({ name: { formatted: null } }, {}, named);
  expect(person.name?.formatted).toBe("Zoe Lind");
  expect(changed).toEqual(["/name/formatted"]);
});

test.each([
  ["follows them if it results from them", "Zoe Lind", "Zoë Lind"],
  ["stays if an event has set it", "Dr. Lind", "Dr. Lind"],
])(
  "a full name that is newer than a change of other names %s",
  (_, formatted, expected) => {
    const named = { ...zoe, name: { ...zoe.name, formatted } };
    const isCurrent = (pointer: string) => pointer !== "/name/formatted";
    const patch = { name: { givenName: "Zoë" } };
    const { person } = merge(patch, { isCurrent }, named);
    expect(person.name).toMatchObject({
      givenName: "Zoë",
      formatted: expected,
    });
  },
);

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

test("the fields of an event include the full name that results from it", () => {
  expect(namedFields({ name: { givenName: "Zoë" }, title: null })).toEqual([
    "/name/givenName",
    "/title",
    "/name/formatted",
  ]);
  expect(namedFields({ address: null }).length).toBe(6);
});
