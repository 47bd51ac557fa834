import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { allEvents } from "../../../../functions/events/event.ts";
import { eventFactsOf } from "../../../../shared/event-types.ts";
import {
  kindOfField,
  listItemOf,
  nearestField,
} from "../../../../shared/webhook/field-map/event-fields.ts";

const statusMaxLength = 140;
// The schema of a status also takes an identity in place of an employee, and a map cannot fill it.
const kinds = allEvents(statusMaxLength).events.filter(
  ({ type }) => type !== "status.set",
);
describe.each(kinds)("the mapped fields of $type", ({ type, schema }) => {
  const { required = [], fields = {} } = eventFactsOf(type).map ?? {};

  test("are exactly those of its schema", () => {
    const { properties } = z.toJSONSchema(schema, {
      io: "input",
      unrepresentable: "any",
    });
    const top = new Set(Object.keys(fields).map((one) => one.split("/")[1]));
    expect(top).toEqual(new Set(Object.keys(properties ?? {})));
  });

  test("are required exactly if its schema misses them in an event that has only a name", () => {
    // Of the two parts of a name, either one will do, so none is required.
    const { error } = schema.safeParse({ name: { givenName: "Zoë" } });
    const missed = error?.issues
      .filter(({ code }) => code === "invalid_type")
      .map(({ path }) => `/${path.join("/")}`);
    expect(required.toSorted()).toEqual(missed?.toSorted());
  });
});

test.each([
  ["employee.hired", "/phones/0/value", "text"],
  ["employee.hired", "/phones/9/primary", "boolean"],
  ["employee.hired", "/tags/3", "text"],
  ["employee.hired", "/tags", "any"],
  ["employee.hired", "/identities/slack", "text"],
  ["employee.hired", `/identities/${"a".repeat(31)}`, "text"],
  ["employee.terminated", "/graceDays", "number"],
  ["employee.hired", "", undefined],
  ["employee.hired", "email", undefined],
  ["employee.hired", "/name", undefined],
  ["employee.hired", "/phones", undefined],
  ["employee.hired", "/phones/10/value", undefined],
  ["employee.hired", "/phones/#", undefined],
  ["employee.hired", "/identities/Slack", undefined],
  ["employee.hired", "/identities/__proto__", undefined],
  ["employee.hired", "/name/identities/slack", undefined],
  ["employee.hired", `/identities/${"a".repeat(32)}`, undefined],
  ["employee.hired", "/__proto__/polluted", undefined],
  ["employee.hired", "constructor", undefined],
  ["employee.terminated", "/email", undefined],
  ["employee.promoted", "/employeeId", undefined],
  ["__proto__", "/employeeId", undefined],
])("a field of %s at %j has the kind %s", (type, target, kind) => {
  expect(kindOfField(type, target)).toBe(kind);
});

test("finds the list item of a target", () => {
  expect(listItemOf("/phones/1/label")).toBe("/phones/1");
  expect(listItemOf("/tags/0")).toBe("/tags/0");
  expect(listItemOf("/name/givenName")).toBeUndefined();
  expect(listItemOf("/deeper/phones/1")).toBeUndefined();
  expect(listItemOf("/tags")).toBeUndefined();
});

test.each([
  ["/mail", "/email"],
  ["/e-mail", "/email"],
  ["/givenName", "/name/givenName"],
  ["/startdate", "/startDate"],
  ["/salary", undefined],
])("the field %s was meant to be %s", (name, meant) => {
  const { map } = eventFactsOf("employee.hired");
  expect(nearestField(name, Object.keys(map?.fields ?? {}))).toBe(meant);
});
