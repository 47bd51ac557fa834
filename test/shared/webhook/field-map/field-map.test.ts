import fc from "fast-check";
import { expect, test } from "vitest";
import { eventTypes } from "../../../../shared/event-types.ts";
import {
  issueTextsOf,
  validationMessages,
} from "../../../../shared/webhook/validation-issues.ts";
import { eventTypesOf } from "../../../../shared/webhook/field-map/check-field-map.ts";
import {
  fieldMapSchema,
  recordMapSchema,
} from "../../../../shared/webhook/field-map/field-map.ts";
import { hireMap } from "./hire-map.ts";
import { rows } from "../../../fixtures/rows.ts";

function issues(map: unknown): string[] {
  const { error } = fieldMapSchema.safeParse(map, validationMessages);
  return error ? issueTextsOf(error) : [];
}

const withFields = (fields: Record<string, unknown>) =>
  issues({ ...hireMap, fields: { ...hireMap.fields, ...fields } });

/** A source of nested tables. */
function nested(levels: number): unknown {
  let source: unknown = "Engineering";
  for (let level = 0; level < levels; level++)
    source = { from: "/dept", values: { ENG: source } };
  return source;
}

const known = `${eventTypes.filter((type) => type !== "status.show").join(", ")}, or null`;
const names = "/name/givenName, /name/familyName, /name/formatted";
const ofHire = `is not a field of employee.hired; write one of ${names}`;
const ofTermination =
  "is not a field of employee.terminated; write one of /employeeId, /lastDay, /graceDays, /disposition, /reason, /zone";
const isNoPointer =
  'must start with "/", as in "/fields/firstName"; a fixed value is written { "value": ... }';
const needsValues =
  '#/type must have "values", which say what event type each value of the payload means';
const leadsNowhere = "#/type must lead to at least one event type";
const isNoZone = "#/zone must be the name of a time zone: Europe/Oslo";
const fields = (more: object) => ({ fields: { ...hireMap.fields, ...more } });
const manyFields = (count: number) =>
  fields(
    Object.fromEntries(
      Array.from({ length: count }, (_, n) => [`/tags/${n}`, "/x"]),
    ),
  );
const unknownTypes = {
  from: "/what",
  values: {
    Created: "employee.hired",
    Gone: { from: "/why", values: { quit: "quit" }, otherwise: 7 },
  },
  otherwise: "toString",
};

test.each(rows<[string, object, string[]]>`
  no part | ${{ type: undefined, fields: undefined }} | ${["#/type must say which event type a payload means", '#/fields must map our fields to fields of the payload, as in { "/employeeId": "/id" }']}
  an unknown part | ${{ filter: "/x" }} | ${["#/filter is not a known field"]}
  a place of events that is no pointer | ${{ each: "employees" }} | ${["#/each "]}
  a place of the time that is no pointer | ${{ timestamp: "at" }} | ${["#/timestamp "]}
  a place of the delivery id that is no pointer | ${{ deliveryId: "$.id" }} | ${["#/deliveryId "]}
  a part of the name of a time zone | ${{ zone: "Oslo" }} | ${[isNoZone]}
  an offset as the time zone | ${{ zone: "+01:00" }} | ${[isNoZone]}
  an empty time zone | ${{ zone: "" }} | ${[isNoZone]}
  a number as the time zone | ${{ zone: 7 }} | ${["#/zone must be a string"]}
  an unknown event type | ${{ type: { value: "employee.fired" } }} | ${[`#/type must be one of ${known}`]}
  unknown event types in its tables | ${{ type: unknownTypes }} | ${["values/Gone/values/quit", "values/Gone/otherwise", "otherwise"].map((at) => `#/type/${at} must be one of ${known}`)}
  the type of the payload by a pointer | ${{ type: "/type" }} | ${[needsValues]}
  the type of the payload unchanged | ${{ type: { from: "/type" } }} | ${[needsValues]}
  the type of the payload by a join | ${{ type: { join: ["/type"] } }} | ${[needsValues]}
  an event type in the place of a pointer | ${{ type: "employee.hired" }} | ${[`#/type ${isNoPointer}`]}
  no event type | ${{ type: { value: null } }} | ${[leadsNowhere]}
  an empty table of event types | ${{ type: { from: "/what", values: {} } }} | ${[leadsNowhere]}
  a table that ignores every payload | ${{ type: { from: "/what", values: { Created: null }, otherwise: null } }} | ${[leadsNowhere]}
  fields that the event does not have | ${fields({ "/name/first": "/x", "/name": "/x" })} | ${[`#/fields/~1name~1first ${ofHire}`, `#/fields/~1name ${ofHire}`]}
  a field of another event | ${{ type: { value: "employee.terminated" }, fields: { "/employeeId": "/id", "/email": "/mail" } }} | ${[`#/fields/~1email ${ofTermination}`]}
  a field of a constructor | ${fields({ "/constructor/x": "/x" })} | ${["#/fields/~1constructor~1x "]}
  a field of every object | ${fields({ "/toString": "/x" })} | ${["#/fields/~1toString "]}
  a field of the prototype | ${fields({ "/__proto__/polluted": "/x" })} | ${["#/fields/~1__proto__~1polluted is not a field of employee.hired"]}
  a field that is no pointer | ${fields({ employeeId: "/x" })} | ${["#/fields/employeeId "]}
  a field without a name | ${fields({ "": "/x" })} | ${["#/fields/ "]}
  no required field | ${{ fields: {} }} | ${["/employeeId", "/email", "/name/givenName or /name/familyName"].map((field) => `#/fields must fill ${field}, which employee.hired requires`)}
  the required fields of one of its types only | ${{ type: { from: "/what", values: { in: "employee.hired", out: "employee.terminated" } }, fields: { "/employeeId": "/id" } }} | ${["#/fields must fill /email", "#/fields must fill /name/givenName"]}
  two sources of a field | ${fields({ "/tags": "/tags", "/tags/0": "/team" })} | ${["#/fields/~1tags~10 must not be mapped together with /tags, which fills it already"]}
`)("a field map with %s is refused with the reason", (_, parts, expected) => {
  const found = issues({ ...hireMap, ...parts });
  // Only the beginnings of the reasons are expected.
  expect(found.map((one, nth) => one.slice(0, expected[nth]?.length))).toEqual(
    expected,
  );
});

test.each([null, undefined, "map", 7, []])(
  "a field map must be an object: %j",
  (map) => {
    expect(issues(map)).toEqual(["# must be an object"]);
  },
);

test("a field map has at most 100 fields", () => {
  const tooMany = "#/fields must have at most 100 fields";
  const own = Object.keys(hireMap.fields).length;
  const isTooMany = (count: number) =>
    issues({ ...hireMap, ...manyFields(count - own) }).includes(tooMany);
  expect([isTooMany(101), isTooMany(100)]).toEqual([true, false]);
});

const withSource = (source: unknown) => withFields({ "/title": source });
const place = "#/fields/~1title";

const isNoPlace =
  'must be a JSON Pointer to the value, as in "/fields/firstName"';
const isNoTable = 'must name places and values, as in { "/type": "work" }';
const wrongCount = 'must name 1 to 5 places of an item, each starting with "/"';
const isTwice = 'must not be used together with "first" or "date"';
const isUnknown = "is not a known field";

test.each(rows<[source: unknown, place: string, detail: unknown]>`
  jobTitle | ${""} | ${isNoPointer}
  ${7} | ${""} | ${isNoPlace}
  ${{}} | /from | ${isNoPlace}
  ${{ from: "jobTitle" }} | /from | ${isNoPointer}
  ${{ from: "/__proto__/title" }} | /from | must not go through __proto__, constructor or prototype
  ${{ value: 1, from: "/x" }} | /value | ${isUnknown}
  ${{ from: "/x", map: {} }} | /map | ${isUnknown}
  ${{ from: "/x", of: "root" }} | /of | must be "item", "body" or "event"
  ${{ from: "/x", values: ["ENG"] }} | /values | must be a table, as in { "ENG": "Engineering" }
  ${{ from: "/x", otherwise: "None" }} | /otherwise | must be used together with "values"
  ${{ from: "/x", values: {}, nullClears: true }} | /nullClears | must not be used together with "values"
  ${{ from: "/x", date: "M/D/YY" }} | /date | must be one of YYYY-MM-DD, YYYY/MM/DD, YYYYMMDD, DD/MM/YYYY, DD.MM.YYYY, DD-MM-YYYY, MM/DD/YYYY, or "instant"
  ${{ from: "/x", date: "instant", values: { "2026-01-31": "x" } }} | /values/2026-01-31 | must be past, today, future or "" in the table of a date
  ${{ from: "/x", where: { "/type": "work" } }} | /where | must be used together with "first" or "all"
  ${{ from: "/x", where: ["/type"], first: "" }} | /where | ${isNoTable}
  ${{ from: "/x", where: { "/type": null }, first: "" }} | /where/~1type | ${isNoTable}
  ${{ from: "/x", where: {}, first: "" }} | /where | ${wrongCount}
  ${{ from: "/x", where: { type: "w" }, first: "" }} | /where | ${wrongCount}
  ${{ from: "/x", where: { "/constructor": "w" }, first: "" }} | /where | ${wrongCount}
  ${{ from: "/x", first: "value" }} | /first | ${isNoPointer}
  ${{ from: "/x", all: "/a", first: "/b" }} | /all | ${isTwice}
  ${{ from: "/x", all: "/a", date: "YYYY-MM-DD" }} | /all | ${isTwice}
  ${{ join: "/x" }} | /join | must be a list, as in ["/street", "/houseNumber"]
  ${{ join: [] }} | /join | must have at least one source
  ${{ join: ["/x"], with: "x".repeat(11) }} | /with | must have at most 10 characters
  ${{ join: ["/x"], from: "/y" }} | /join | ${isUnknown}
  ${{ join: ["/x"], values: {} }} | /values | ${isUnknown}
  ${[]} | ${""} | must have at least one source
  ${Array(11).fill("/x")} | ${""} | must have at most 10 sources
  ${["/x", ["/y"]]} | /1 | ${isNoPlace}
  ${{ from: "/x", values: { ENG: { from: "y" } } }} | /values/ENG/from | ${isNoPointer}
  ${nested(6)} | ${"/values/ENG".repeat(5)} | must not nest more than 5 tables or joins
`)(
  "a source of a field map is refused with its mistake: %j",
  (source, where, detail) => {
    expect(withSource(source)).toEqual([`${place}${where} ${detail}`]);
  },
);

test("a source may read the data of a thin event only in the map of a lookup", () => {
  const source = { from: "/event", of: "event" };
  const inTable = { from: "/x", values: { a: source }, otherwise: "b" };
  for (const map of [
    { ...hireMap, timestamp: source },
    { ...hireMap, deliveryId: ["/id", source] },
    { ...hireMap, fields: { ...hireMap.fields, "/title": inTable } },
    { ...hireMap, type: { ...source, values: { in: "employee.hired" } } },
  ]) {
    expect(issues(map)).toEqual([
      '# must use "of": "event" only in the map of a lookup',
    ]);
    expect(recordMapSchema.safeParse(map).success).toBe(true);
  }
});

test("a source may nest five tables, and ten thousand are refused like six", () => {
  expect(withFields({ "/title": nested(5) })).toEqual([]);
  expect(withFields({ "/title": nested(10_000) })).toEqual([
    `#/fields/~1title${"/values/ENG".repeat(5)} must not nest more than 5 tables or joins`,
  ]);
});

test("any input is accepted as a field map or refused with a reason, and never throws", () => {
  const { any: source } = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom("/a", "b", null, 7, "employee.hired"),
      fc.array(tie("any"), { maxLength: 3 }),
      fc.record(
        {
          from: tie("any"),
          value: fc.jsonValue(),
          join: fc.array(tie("any"), { maxLength: 3 }),
          with: fc.jsonValue(),
          where: fc.jsonValue(),
          first: tie("any"),
          all: tie("any"),
          date: fc.constantFrom("instant", "DD/MM/YYYY", "x", 7),
          values: fc.dictionary(fc.string(), tie("any")),
          otherwise: tie("any"),
        },
        { requiredKeys: [] },
      ),
    ),
  }));
  const targets = fc.constantFrom("/employeeId", "/email", "/tags/0", "/x");
  const parts = { each: fc.jsonValue(), type: source, timestamp: source };
  const maps = fc.record(
    { ...parts, fields: fc.dictionary(targets, source) },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), maps), (map) => {
      for (const issue of issues(map))
        expect(issue).toMatch(/^#\S* (?:must|is not) /);
    }),
  );
});

test.each(rows<[object, string[]]>`
  ${{}} | ${["employee.terminated"]}
  ${{ withdrawLastDay: true }} | ${["employee.terminated", "employee.termination_cancelled"]}
  ${{ withdrawLastDay: true, leftWithoutLastDay: true }} | ${["employee.terminated"]}
`)(
  "a map leads to the types of its table, and with withdrawLastDay alone to a cancellation: %j",
  (more, types) => {
    const map = fieldMapSchema.parse({
      type: {
        from: "/what",
        values: { end: "employee.terminated", other: null },
      },
      fields: { "/employeeId": "/id", "/lastDay": "/end" },
      ...more,
    });
    expect([...eventTypesOf(map)]).toEqual(types);
  },
);
