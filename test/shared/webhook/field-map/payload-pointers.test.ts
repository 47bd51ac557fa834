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
    "/company": { value: "Example Industries" },
    "/tags": "/teams",
  },
);

test.each([
  ["#/data/employeeId", ["#/id"]],
  ["#/data/email", ["#/fields/Work%20Email", "#/fields/Home~1E-mail"]],
  ["#/data/title", ["#/job", "#/jobs/x"]],
  ["#/data/name", ["#/first", "#/last"]],
  ["#/data/name/givenName", ["#/first"]],
  ["#/data/tags/0", ["#/teams"]],
  ["#/type", ["#/what", "#/status"]],
  ["#/timestamp", ["#/at", "#/sent"]],
])("an issue at %s comes from %j", (pointer, theirs) => {
  expect(payloadPointersOf(map, pointer)).toEqual(theirs);
});

test("of several events in one body, it is the one that lies there", () => {
  expect(payloadPointersOf(map, "#/data/email", "/people/7")).toEqual([
    "#/people/7/fields/Work%20Email",
    "#/people/7/fields/Home~1E-mail",
  ]);
  expect(payloadPointersOf(map, "#/timestamp", "/people/7")).toEqual([
    "#/people/7/at",
    "#/sent",
  ]);
});

test("the payload is not to blame for what the map says itself, nor for what it does not fill", () => {
  expect(payloadPointersOf(map, "#/data/company")).toEqual([]);
  expect(payloadPointersOf(map, "#/data/phones")).toEqual([]);
  expect(payloadPointersOf(map, "#/data/tagsAndMore")).toEqual([]);
  expect(payloadPointersOf(mapWith({}), "#/timestamp")).toEqual([]);
});

test("an issue of the whole may come from anywhere", () => {
  expect(payloadPointersOf(map, "#/data")).toContain("#/id");
});
