import { expect, test } from "vitest";
import { payloadPointersOf } from "../../../../shared/webhook/field-map/payload-pointers.ts";
import { mapWith } from "./hire-map.ts";

const map = mapWith(
  {
    type: {
      from: "/what",
      values: {
        in: { from: "/status", values: { ok: "employee.hired" } },
        out: null,
      },
    },
    timestamp: ["/at", { from: "/sent", of: "body" }],
  },
  {
    "/email": ["/fields/Work Email", "/fields/Home~1E-mail"],
    "/title": {
      from: "/job",
      values: { x: { from: "/jobs/x" } },
      otherwise: { from: "/job" },
    },
    "/location": {
      join: [
        { from: "/sites", where: { "/main": true }, first: "/name" },
        "/country",
      ],
    },
    "/company": { value: "Example Industries" },
    "/tags": "/teams",
  },
);

test.each([
  ["#/data/employeeId", ["#/id"]],
  ["#/data/email", ["#/fields/Work%20Email", "#/fields/Home~1E-mail"]],
  ["#/data/title", ["#/job", "#/jobs/x"]],
  ["#/data/location", ["#/sites", "#/country"]],
  ["#/data/name", ["#/first", "#/last"]],
  ["#/data/name/givenName", ["#/first"]],
  ["#/data/tags/0", ["#/teams"]],
  ["#/type", ["#/what", "#/status"]],
  ["#/timestamp", ["#/at", "#/sent"]],
])("an issue at %s comes from %j", (pointer, theirs) => {
  expect(payloadPointersOf(map, pointer)).toEqual(theirs);
});

test("an issue of one of several events has the pointer of its own item", () => {
  expect(payloadPointersOf(map, "#/data/email", { at: "/people/7" })).toEqual([
    "#/people/7/fields/Work%20Email",
    "#/people/7/fields/Home~1E-mail",
  ]);
  expect(payloadPointersOf(map, "#/timestamp", { at: "/people/7" })).toEqual([
    "#/people/7/at",
    "#/sent",
  ]);
});

test("an issue of a constant or of an unmapped field has no pointer into the payload", () => {
  expect(payloadPointersOf(map, "#/data/company")).toEqual([]);
  expect(payloadPointersOf(map, "#/data/phones")).toEqual([]);
  expect(payloadPointersOf(map, "#/data/tagsAndMore")).toEqual([]);
  expect(payloadPointersOf(mapWith({}), "#/timestamp")).toEqual([]);
});

test("an issue of the data of a thin event has no pointer into its record", () => {
  const { fields, ...parts } = mapWith({});
  const source = { from: "/employeeId", of: "event" } as const;
  const ofEvent = { ...parts, fields: { ...fields, "/employeeId": [source] } };
  expect(payloadPointersOf(ofEvent, "#/data/employeeId")).toEqual([]);
});

test("an issue of the whole data may come from any mapped field", () => {
  expect(payloadPointersOf(map, "#/data")).toContain("#/id");
});

test("of several places of a field, the one that has its value is named", () => {
  const map = mapWith({}, { "/email": ["/work/mail", "/private/mail"] });
  const places = { "/email": "/private/mail" };
  expect(payloadPointersOf(map, "#/data/email", { places })).toEqual([
    "#/private/mail",
  ]);
  expect(payloadPointersOf(map, "#/data/email")).toHaveLength(2);
});
