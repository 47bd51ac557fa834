import { describe, expect, test } from "vitest";
import {
  saidFieldsOf,
  withLaterFields,
  withoutCleared,
} from "../../../shared/person/said-fields.ts";
import type { FieldTime } from "../../../shared/employment/timeline.ts";
import { rows } from "../../fixtures/rows.ts";

const said = (by: string, field: string, day: number): FieldTime => ({
  field,
  by,
  day,
  dueMs: day,
  atMs: day,
  isForCreation: false,
});

test.each(rows<[string, Parameters<typeof saidFieldsOf>[0], string[]]>`
  a value | ${{ title: "Lead" }} | ${["/title"]}
  null | ${{ title: null }} | ${["/title"]}
  one part of the name, which sets the full name too | ${{ name: { givenName: "Ada" } }} | ${["/name/givenName", "/name/formatted"]}
  an address that is cleared | ${{ address: null }} | ${["/address/streetAddress", "/address/locality", "/address/region", "/address/postalCode", "/address/country", "/address/formatted"]}
  an identity | ${{ identities: { slack: "T1:U1" } }} | ${["/identities/slack"]}
  all identities | ${{ identities: null }} | ${["/identities"]}
  what only a hire has | ${{ tasks: [], streams: [], zone: "UTC", avatar: { id: "a", key: "k" } }} | ${["/tasks", "/streams", "/zone", "/avatar"]}
`)("the fields of an event: %s", (_, data, fields) => {
  expect(saidFieldsOf(data)).toEqual(fields);
});

describe("the data of a new person", () => {
  const hire = {
    title: "Clerk",
    name: { givenName: "Ada", familyName: "Old" },
    identities: { slack: "T1:U1", teams: "1" },
  };
  // Title | the change b | the fields that the rules take, each with its operation | the data
  test.each(rows<[string, object, FieldTime[], object]>`
    a field of a change, without a field that the rules do not take from it | ${{ title: "Lead", location: "Here" }} | ${[said("b", "/location", 2)]} | ${{ ...hire, location: "Here" }}
    a name that is cleared, and stays | ${{ name: { givenName: null, familyName: null } }} | ${[said("b", "/name/givenName", 2), said("b", "/name/familyName", 2)]} | ${hire}
    a field whose data is erased, and stays | ${{}} | ${[said("erased", "/title", 2)]} | ${hire}
    a field that a later change sets | ${{ title: "Lead", name: { familyName: "New" } }} | ${[said("b", "/title", 2), said("b", "/name/familyName", 2)]} | ${{ ...hire, title: "Lead", name: { givenName: "Ada", familyName: "New" } }}
    identities that the change c clears, and one that is named again | ${{ title: null, identities: { teams: "2" } }} | ${[said("b", "/identities/teams", 3), said("b", "/title", 3), said("c", "/identities", 2)]} | ${{ name: hire.name, identities: { teams: "2" } }}
  `)("%s", (_, change, fields, expected) => {
    const c = { identities: null };
    const data: Record<string, unknown> = { b: change, c };
    expect(withLaterFields(hire, fields, (id) => data[id])).toEqual(expected);
  });

  test("a hire keeps at most twenty identities", () => {
    const many = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`kind${index}`, "1"]),
    );
    const data = withLaterFields(
      { ...hire, identities: many },
      [said("b", "/identities/slack", 2)],
      () => ({ identities: { slack: "T1:U1" } }),
    );
    expect(data).toEqual({ ...hire, identities: many });
  });
});

test("an identity that was named before all identities were cleared is not written", () => {
  const cleared = said("b", "/identities", 2);
  const fields = [
    said("a", "/identities/slack", 1),
    said("c", "/identities/teams", 3),
  ];
  expect(withoutCleared(fields, [cleared])).toEqual(fields.slice(1));
});
