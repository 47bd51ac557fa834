import { expect, test } from "vitest";
import { payloadPointersOf } from "../../../../shared/webhook/field-map/payload-pointers.ts";
import type { FieldMap } from "../../../../shared/webhook/field-map/field-map.ts";
import { rows } from "../../../fixtures/rows.ts";
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

const source = { from: "/employeeId", of: "event" } as const;
const ofEvent = { ...map, fields: { ...map.fields, "/employeeId": [source] } };
const inItem = { at: "/people/7" };
const places = { "/email": "/fields/Home~1E-mail" };
const emails = ["#/fields/Work%20Email", "#/fields/Home~1E-mail"];

// Title | pointer into our envelope | pointers into the payload | options | field map
test.each(rows<[string, string, string[], object?, FieldMap?]>`
  of a field | #/data/employeeId | ${["#/id"]}
  of a field with several places | #/data/email | ${emails}
  of a field with several places, one of which gave its value | #/data/email | ${emails.slice(1)} | ${{ places }}
  of a field with a table | #/data/title | ${["#/job", "#/jobs/x"]}
  of a field with a join | #/data/location | ${["#/sites", "#/country"]}
  of an object | #/data/name | ${["#/first", "#/last"]}
  of a part of an object | #/data/name/givenName | ${["#/first"]}
  of an item of a list | #/data/tags/0 | ${["#/teams"]}
  of the type | #/type | ${["#/what", "#/status"]}
  of the time | #/timestamp | ${["#/at", "#/sent"]}
  of a field of one of several events | #/data/email | ${emails.map((one) => one.replace("#", "#/people/7"))} | ${inItem}
  of the time of one of several events | #/timestamp | ${["#/people/7/at", "#/sent"]} | ${inItem}
  of a constant | #/data/company | ${[]}
  of a field that is not mapped | #/data/phones | ${[]}
  of a field whose name only begins like that of another one | #/data/tagsAndMore | ${[]}
  of the time if it is not mapped | #/timestamp | ${[]} | ${{}} | ${mapWith({})}
  of the data of a thin event | #/data/employeeId | ${[]} | ${{}} | ${ofEvent}
`)(
  "an issue %s comes from its places in the payload: %s, %j",
  (_, pointer, inPayload, options = {}, fieldMap = map) => {
    expect(payloadPointersOf(fieldMap, pointer, options)).toEqual(inPayload);
  },
);

test("an issue of the whole data may come from any mapped field", () => {
  expect(payloadPointersOf(map, "#/data")).toContain("#/id");
});
