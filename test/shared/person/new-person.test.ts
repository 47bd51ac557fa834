import fc from "fast-check";
import { expect, test } from "vitest";
import { hireSchema } from "../../../functions/onboarding/event.ts";
import {
  deriveUsername,
  toNewPerson,
} from "../../../shared/person/new-person.ts";
import { sampleHire } from "../../../infra/sample/hire.ts";
import { personCreationSchema } from "../../../infra/platform/state/person.ts";

const minimal = hireSchema.parse({
  employeeId: "E-1",
  name: { givenName: "Zoë", familyName: "Lindqvist" },
  email: "zoe@example.com",
});
const { avatar: _, ...sample } = sampleHire(Date.parse("2026-12-01")).data;
const maximal = hireSchema.parse(sample);

/** The label of the first entry of a list. */
const label = (svc_label: string) => ({ svc_label, primary: true });

test("a minimal hire becomes a minimal person", () => {
  expect(toNewPerson(minimal, "secret", "script")).toEqual({
    name: { ...minimal.name, formatted: "Zoë Lindqvist" },
    emails: [{ value: minimal.email, type: "work", ...label("Email") }],
    svc: {
      username: "uaac3e95c4d75",
      password: "secret",
      enabled: true,
      visible: true,
      profile: [],
    },
  });
});

test("the optional fields of a hire have their places in the person", () => {
  const person = toNewPerson(maximal, "secret", "script");
  expect(person).toMatchObject({
    svc: {
      username: "zoe.lindqvist",
      profile: [
        ["Title", "Site Reliability Engineer"],
        ["Department", "Platform"],
        ["Company", "Example Industries"],
        ["Hire Date", "2026-12-01"],
        ["Biography", "Keeps things running, and keeps bees."],
        ["Expertise", "Incident response, capacity planning"],
      ].map(([svc_label, value]) => ({ svc_label, value })),
    },
    phoneNumbers: [
      { value: "+46 31 555 01 42", ...label("Phone Number") },
      { value: "+46 70 555 01 42", svc_label: "Mobile Phone Number" },
    ],
    addresses: [{ value: sample.address, ...label("Address") }],
    location: "Gothenburg, Sweden",
    tags: ["newcomer", "sre"],
  });
});

test("a derived username is short, has plain characters, and differs for another employee", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      fc.pre(one !== other);
      expect(deriveUsername(one)).toMatch(/^u[0-9a-f]{12}$/);
      expect(deriveUsername(one)).not.toBe(deriveUsername(other));
    }),
  );
});

test("a full name in the hire is used unchanged", () => {
  const name = { ...minimal.name, formatted: "Lindqvist Zoë" };
  expect(toNewPerson({ ...minimal, name }, "secret", "script").name).toEqual(
    name,
  );
});

test("the platform accepts the minimal and the maximal person and drops no field", () => {
  for (const hire of [minimal, maximal]) {
    const person = toNewPerson(hire, "secret", "script");
    expect(personCreationSchema.parse(person)).toMatchObject(person);
  }
});
