import { expect, test } from "vitest";
import { type Hire, hireSchema } from "../../../functions/onboarding/event.ts";
import { toNewPerson } from "../../../shared/person/new-person.ts";
import { type Phone, profile } from "../../../shared/person/person-data.ts";
import {
  personChangeSchema,
  type PersonPatch,
} from "../../../shared/person/person-patch.ts";
import { sampleHire } from "../../../infra/sample/hire.ts";
import { personSchema } from "../../../shared/community/person.ts";
import {
  differencesOf,
  personFields,
} from "../../../shared/person/person-fields.ts";
import { rows } from "../../fixtures/rows.ts";

const { avatar: _, ...sample } = sampleHire(0).data;
const hire = hireSchema.parse(sample);

/** The person that this hire became. */
const personOf = (said: Hire) =>
  personSchema.parse({ id: "1001", ...toNewPerson(said, "secret", "script") });

test("a repeated hire has no differences", () => {
  expect(differencesOf(hire, personOf(hire))).toEqual([]);
});

test("a hire with fewer fields has no differences: additional fields of the person are their own", () => {
  const { employeeId, name, email, username } = hire;
  const less = hireSchema.parse({ employeeId, name, email, username });
  expect(differencesOf(less, personOf(hire))).toEqual([]);
});

test("an empty list of a hire equals a person without entries, and clears the entries of another person", () => {
  const empty = { ...hire, tags: [], phones: [] };
  expect(differencesOf(empty, personOf(empty))).toEqual([]);
  expect(differencesOf(empty, personOf(hire))).toEqual(["/tags", "/phones"]);
  expect(changed(empty)).toMatchObject({ tags: [], phoneNumbers: [] });
});

test("an e-mail address in another case is no difference", () => {
  const email = hire.email.toUpperCase();
  expect(differencesOf({ ...hire, email }, personOf(hire))).toEqual([]);
});

test("a hire is compared with the primary address of the person, wherever it stands", () => {
  const person = personOf(hire);
  const own = { value: "zoe@home.example", svc_label: "Home" };
  const emails = [own, ...(person.emails ?? [])];
  expect(differencesOf(hire, { ...person, emails })).toEqual([]);
  const { value: email } = own;
  expect(differencesOf({ ...hire, email }, { ...person, emails })).toEqual([
    "/email",
  ]);
});

test.each(rows<[string, Partial<Hire>]>`
  /username | ${{ username: "zoe.l" }}
  /email | ${{ email: "zoe@example.org" }}
  /name/givenName | ${{ name: { ...hire.name, givenName: "Zoe" } }}
  /name/familyName | ${{ name: { ...hire.name, familyName: "Berg" } }}
  /name/formatted | ${{ name: { ...hire.name, formatted: "Lindqvist Zoë" } }}
  /title | ${{ title: "Boss" }}
  /department | ${{ department: "Sales" }}
  /company | ${{ company: "Other" }}
  /startDate | ${{ startDate: "2027-01-01" }}
  /biography | ${{ biography: "other" }}
  /expertise | ${{ expertise: "other" }}
  /location | ${{ location: "Malmö" }}
  /tags | ${{ tags: ["newcomer"] }}
  /phones | ${{ phones: [{ value: "1", label: "Phone Number" }] }}
  /address/locality | ${{ address: { ...hire.address, locality: "Malmö" } }}
  /address/region | ${{ address: { ...hire.address, region: "Västra Götaland" } }}
`)(
  "a hire that differs in %s lists this difference and no other",
  (pointer, changes) => {
    expect(differencesOf({ ...hire, ...changes }, personOf(hire))).toEqual([
      pointer,
    ]);
  },
);

test("a person without readable fields differs in every field of the hire, listed by pointer", () => {
  const differences = differencesOf(hire, personSchema.parse({ id: "1001" }));
  const named = personFields.filter(({ isNamedIn }) => isNamedIn(hire));
  expect(differences).toEqual(named.map(({ pointer }) => pointer));
});

/** The person after a change. */
function changed(patch: PersonPatch, person = personOf(hire)) {
  const parts = personFields.map(({ apply }) => apply);
  return personSchema.parse(
    parts.reduce((done, apply) => ({ ...done, ...apply(patch, done) }), person),
  );
}

test("a change sets the fields that it names, and all others stay", () => {
  const before = personOf(hire);
  const after = changed({
    title: "Boss",
    address: { locality: "Malmö" },
    name: { familyName: "Berg" },
  });
  expect(differencesOf(hire, after)).toEqual([
    "/name/familyName",
    "/title",
    "/address/locality",
  ]);
  expect(after.addresses).toEqual([
    {
      ...before.addresses?.[0],
      value: { ...sample.address, locality: "Malmö" },
    },
  ]);
});

test("a change keeps the labels, addresses and entries that are not ours", () => {
  const before = personOf(hire);
  const person = personSchema.parse({
    ...before,
    emails: [...(before.emails ?? []), { value: "zoe@home.example" }],
    addresses: [...(before.addresses ?? []), { svc_label: "Home" }],
    svc: {
      ...before.svc,
      profile: [
        { svc_label: "Shoe Size", value: "39" },
        ...(before.svc?.profile ?? []),
      ],
    },
  });
  const after = changed(
    { email: "berg@example.com", address: null, title: null },
    person,
  );
  expect(after.emails?.map(({ value }) => value)).toEqual([
    "berg@example.com",
    "zoe@home.example",
  ]);
  expect(after.addresses).toEqual([{ svc_label: "Home" }]);
  const kept = person.svc?.profile?.filter((one) => one.svc_label !== "Title");
  expect(after.svc?.profile).toEqual(kept);
});

test("a change of the phone numbers keeps numbers with labels that are not ours", () => {
  const fax = { value: "+41 44 000 00 00", svc_label: "Fax" };
  const before = personOf(hire);
  const person = personSchema.parse({
    ...before,
    phoneNumbers: [fax, ...(before.phoneNumbers ?? [])],
  });
  const mobile = { value: "+41 79 000 00 00", label: "Mobile Phone Number" };
  expect(differencesOf(hire, person)).toEqual([]);
  expect(changed({ phones: [mobile as Phone] }, person).phoneNumbers).toEqual([
    { value: mobile.value, svc_label: mobile.label },
    fax,
  ]);
  expect(changed({ phones: null }, person).phoneNumbers).toEqual([fax]);
});

test("a field that a change clears is not set any more, and the same change finds no difference then", () => {
  const cleared = Object.keys(profile).map((field) => [field, null]);
  const nothing = personChangeSchema.parse({
    name: { formatted: null },
    ...Object.fromEntries(cleared),
  });
  const after = changed(nothing);
  const left = personFields.filter(({ isSetIn }) => isSetIn(after));
  expect(left.map(({ pointer }) => pointer)).toEqual([
    "/username",
    "/email",
    "/name/givenName",
    "/name/familyName",
  ]);
  expect(differencesOf(nothing, personOf(hire))).not.toEqual([]);
  expect(differencesOf(nothing, after)).toEqual([]);
});
