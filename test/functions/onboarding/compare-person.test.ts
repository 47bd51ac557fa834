import { expect, test } from "vitest";
import { differencesOf } from "../../../functions/onboarding/compare-person.ts";
import { type Hire, hireSchema } from "../../../functions/onboarding/hire.ts";
import { toNewPerson } from "../../../functions/onboarding/new-person.ts";
import { sampleHire } from "../../../infra/local/sample/hire.ts";
import { personSchema } from "../../../shared/community/person.ts";

const { avatar: _, ...sample } = sampleHire(0).data;
const hire = hireSchema.parse(sample);

/** The person that this hire became. */
const personOf = (said: Hire) =>
  personSchema.parse({ id: "1001", ...toNewPerson(said, "secret") });

test("a repeated hire has no differences", () => {
  expect(differencesOf(hire, personOf(hire))).toEqual([]);
});

test("a hire with fewer fields has no differences: additional fields of the person are their own", () => {
  const { employeeId, name, email, username } = hire;
  const less = hireSchema.parse({ employeeId, name, email, username });
  expect(differencesOf(less, personOf(hire))).toEqual([]);
});

test("an e-mail address differs by more than upper and lower case", () => {
  const email = hire.email.toUpperCase();
  expect(differencesOf({ ...hire, email }, personOf(hire))).toEqual([]);
});

test.each<[string, Partial<Hire>]>([
  ["/username", { username: "zoe.l" }],
  ["/email", { email: "zoe@example.org" }],
  ["/name/givenName", { name: { ...hire.name, givenName: "Zoe" } }],
  ["/name/familyName", { name: { ...hire.name, familyName: "Berg" } }],
  ["/name/formatted", { name: { ...hire.name, formatted: "Lindqvist Zoë" } }],
  ["/title", { title: "Boss" }],
  ["/department", { department: "Sales" }],
  ["/company", { company: "Other" }],
  ["/startDate", { startDate: "2027-01-01" }],
  ["/biography", { biography: "other" }],
  ["/expertise", { expertise: "other" }],
  ["/location", { location: "Malmö" }],
  ["/tags", { tags: ["newcomer"] }],
  ["/phones", { phones: [{ value: "1", label: "Phone Number" }] }],
  ["/address", { address: { ...hire.address, locality: "Malmö" } }],
  ["/address", { address: { ...hire.address, region: "Västra Götaland" } }],
])(
  "a hire that differs in %s lists this difference and no other",
  (pointer, changes) => {
    expect(differencesOf({ ...hire, ...changes }, personOf(hire))).toEqual([
      pointer,
    ]);
  },
);

test("a person without readable fields differs in every field of the hire, listed by pointer and never by value", () => {
  const differences = differencesOf(hire, personSchema.parse({ id: "1001" }));
  expect(differences).toHaveLength(14);
  for (const difference of differences)
    expect(difference).toMatch(/^(\/[a-zA-Z]+)+$/);
});
