import { describe, expect, test } from "vitest";
import {
  resumptionSchema,
  suspensionSchema,
} from "../../../../functions/offboarding/suspension.ts";
import {
  cancellationSchema,
  terminationSchema,
} from "../../../../functions/offboarding/event.ts";
import { adoptionSchema } from "../../../../functions/onboarding/adoption.ts";
import { hireSchema } from "../../../../functions/onboarding/hire.ts";
import {
  eventFields,
  kindOfField,
  listItemOf,
} from "../../../../shared/webhook/field-map/event-fields.ts";

describe.each([
  ["employee.hired", hireSchema],
  ["employee.adopted", adoptionSchema],
  ["employee.terminated", terminationSchema],
  ["employee.suspended", suspensionSchema],
  ["employee.resumed", resumptionSchema],
  ["employee.termination_cancelled", cancellationSchema],
] as const)("the mapped fields of %s", (type, schema) => {
  test("are exactly those of its schema", () => {
    const targets = Object.keys(eventFields[type]?.fields ?? {});
    const top = new Set(targets.map((target) => target.split("/")[1]));
    expect(top).toEqual(new Set(Object.keys(schema.shape)));
  });

  test("are required exactly if its schema misses them in an empty event", () => {
    const { error } = schema.safeParse({
      name: { givenName: "Zoë" },
    });
    const missed = error?.issues
      .filter(({ code }) => code !== "unrecognized_keys")
      .map(({ path }) => `/${path.join("/")}`);
    expect(eventFields[type]?.required.toSorted()).toEqual(missed?.toSorted());
  });
});

test("include every required field", () => {
  for (const [type, { required, requiredOneOf = [] }] of Object.entries(
    eventFields,
  ))
    for (const field of [...required, ...requiredOneOf])
      expect(kindOfField(type, field)).toBeDefined();
});

test.each([
  ["employee.hired", "/phones/0/value", "text"],
  ["employee.hired", "/phones/9/primary", "boolean"],
  ["employee.hired", "/tags/3", "text"],
  ["employee.hired", "/tags", "any"],
  ["employee.hired", "/identities/slack", "text"],
  ["employee.hired", `/identities/${"a".repeat(31)}`, "text"],
  ["employee.terminated", "/graceDays", "number"],
])("%s has the field %s", (type, target, kind) => {
  expect(kindOfField(type, target)).toBe(kind);
});

test.each([
  ["employee.hired", ""],
  ["employee.hired", "email"],
  ["employee.hired", "/name"],
  ["employee.hired", "/name/first"],
  ["employee.hired", "/phones"],
  ["employee.hired", "/phones/10/value"],
  ["employee.hired", "/phones/-/value"],
  ["employee.hired", "/phones/#"],
  ["employee.hired", "/identities/Slack"],
  ["employee.hired", "/identities/__proto__"],
  ["employee.hired", "/name/identities/slack"],
  ["employee.hired", "/identities/slack/id"],
  ["employee.hired", `/identities/${"a".repeat(32)}`],
  ["employee.hired", "/__proto__/polluted"],
  ["employee.hired", "/toString"],
  ["employee.hired", "constructor"],
  ["employee.terminated", "/email"],
  ["employee.promoted", "/employeeId"],
  ["__proto__", "/employeeId"],
])("%s has no field %j", (type, target) => {
  expect(kindOfField(type, target)).toBeUndefined();
});

test("finds the list item of a target", () => {
  expect(listItemOf("/phones/1/label")).toBe("/phones/1");
  expect(listItemOf("/tags/0")).toBe("/tags/0");
  expect(listItemOf("/name/givenName")).toBeUndefined();
  expect(listItemOf("/deeper/phones/1")).toBeUndefined();
  expect(listItemOf("/tags")).toBeUndefined();
});
