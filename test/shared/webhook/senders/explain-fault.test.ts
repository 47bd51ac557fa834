import { expect, test } from "vitest";
import { explainFault } from "../../../../shared/webhook/senders/explain-fault.ts";
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
])("a fault at %s comes from %j", (pointer, theirs) => {
  expect(explainFault(map, pointer)).toEqual(theirs);
});

test("of several events in one body, it is the one that lies there", () => {
  expect(explainFault(map, "#/data/email", "/people/7")).toEqual([
    "#/people/7/fields/Work%20Email",
    "#/people/7/fields/Home~1E-mail",
  ]);
  expect(explainFault(map, "#/timestamp", "/people/7")).toEqual([
    "#/people/7/at",
    "#/sent",
  ]);
});

test("the payload is not to blame for what the map says itself, nor for what it does not fill", () => {
  expect(explainFault(map, "#/data/company")).toEqual([]);
  expect(explainFault(map, "#/data/phones")).toEqual([]);
  expect(explainFault(map, "#/data/tagsAndMore")).toEqual([]);
  expect(explainFault(mapWith({}), "#/timestamp")).toEqual([]);
});

test("a fault of the whole may come from anywhere", () => {
  expect(explainFault(map, "#/data")).toContain("#/id");
});
