import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eventTypes } from "../../../../shared/event-types.ts";
import {
  validationIssuesOf,
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
  return validationIssuesOf(error?.issues ?? []).map(
    ({ pointer, detail }) => `${pointer} ${detail}`,
  );
}

const withType = (type: unknown) => issues({ ...hireMap, type });
const withFields = (fields: Record<string, unknown>) =>
  issues({ ...hireMap, fields: { ...hireMap.fields, ...fields } });

/** This number of nested tables. */
function nested(levels: number): unknown {
  let source: unknown = "Engineering";
  for (let level = 0; level < levels; level++)
    source = { from: "/dept", values: { ENG: source } };
  return source;
}

describe("a valid field map", () => {
  test("is accepted with the required fields of the event only", () => {
    expect(issues(hireMap)).toEqual([]);
  });

  test("is accepted with every form of source", () => {
    const fields = {
      "/department": {
        from: "/dept",
        values: { ENG: "Engineering", "": "None", OLD: null, 7: 7 },
        otherwise: { from: "/dept" },
      },
      "/company": { from: "/meta/company", of: "body" },
      "/location": ["/site", { from: "/country" }, { value: "Remote" }],
      "/tags": { value: ["new"] },
      "/title": nested(5),
      "/phones/0/value": {
        from: "/phones",
        where: { "/type": "work", "/main": true, "/rank": 1 },
        first: "/value",
      },
      "/phones/1/value": { from: "/phones", first: "", nullClears: true },
      "/startDate": {
        from: "/hired",
        date: "DD/MM/YYYY",
        values: { past: null, today: null, future: "x", "": null },
        otherwise: { from: "/hired", date: "instant" },
      },
      "/address/streetAddress": {
        join: ["/street", { value: "-" }, { join: ["/a", "/b"], with: "" }],
      },
      "/identities/slack": "/slack",
    };
    expect(withFields(fields)).toEqual([]);
  });

  test("may have several event types, each with its own fields", () => {
    const map = {
      each: "",
      type: {
        from: "/what",
        values: {
          in: "employee.hired",
          out: "employee.terminated",
          other: null,
        },
      },
      fields: { ...hireMap.fields, "/lastDay": "/until" },
      zone: "Europe/Oslo",
      timestamp: ["/at", "/created"],
      deliveryId: "/uuid",
    };
    expect(issues(map)).toEqual([]);
  });
});

describe("a field map", () => {
  test("must have a type and fields", () => {
    expect(issues({})).toEqual([
      "#/type must say which event type a payload means",
      '#/fields must map our fields to fields of the payload, as in { "/employeeId": "/id" }',
    ]);
    for (const map of [null, undefined, "map", 7, []])
      expect(issues(map)).toEqual(["# must be an object"]);
  });

  test("must not have unknown parts", () => {
    expect(issues({ ...hireMap, filter: "/x" })).toEqual([
      "#/filter is not a known field",
    ]);
  });

  test("must not have more than 100 fields", () => {
    const tooMany = "#/fields must have at most 100 fields";
    const isTooMany = (count: number) => {
      const own = count - Object.keys(hireMap.fields).length;
      const fields: Record<string, string> = {};
      for (let n = 0; n < own; n++) fields[`/x${n}`] = "/x";
      return withFields(fields).includes(tooMany);
    };
    expect([isTooMany(101), isTooMany(100)]).toEqual([true, false]);
  });

  test.each(["Oslo", "+01:00", "", 7])(
    "must have the name of a time zone: %j",
    (zone) => {
      expect(issues({ ...hireMap, zone })).toEqual([
        typeof zone === "string"
          ? "#/zone must be the name of a time zone: Europe/Oslo"
          : "#/zone must be a string",
      ]);
    },
  );

  test("must have valid pointers for events, timestamps and delivery ids", () => {
    const wrong = { each: "employees", timestamp: "at", deliveryId: "$.id" };
    const places = issues({ ...hireMap, ...wrong }).map(
      (issue) => issue.split(" ")[0],
    );
    expect(places).toEqual(["#/each", "#/timestamp", "#/deliveryId"]);
  });
});

describe("the type of a field map", () => {
  const known = `${eventTypes.filter((type) => type !== "status.show").join(", ")}, or null`;

  test("must be one of our event types, wherever the map names it", () => {
    expect(withType({ value: "employee.fired" })).toEqual([
      `#/type must be one of ${known}`,
    ]);
    const values = {
      Created: "employee.hired",
      Gone: { from: "/why", values: { quit: "quit" }, otherwise: 7 },
    };
    expect(withType({ from: "/what", values, otherwise: "toString" })).toEqual([
      `#/type/values/Gone/values/quit must be one of ${known}`,
      `#/type/values/Gone/otherwise must be one of ${known}`,
      `#/type/otherwise must be one of ${known}`,
    ]);
  });

  test("is never taken unchanged from the payload", () => {
    for (const type of ["/type", { from: "/type" }, { join: ["/type"] }])
      expect(withType(type)).toEqual([
        '#/type must have "values", which say what event type each value of the payload means',
      ]);
  });

  test("gets an explanation if it is written like a pointer", () => {
    expect(withType("employee.hired")).toEqual([
      '#/type must start with "/", as in "/fields/firstName"; a fixed value is written { "value": ... }',
    ]);
  });

  test("must lead to an event for at least one value", () => {
    for (const type of [
      { value: null },
      { from: "/what", values: {} },
      { from: "/what", values: { Created: null }, otherwise: null },
    ])
      expect(withType(type)).toEqual([
        "#/type must lead to at least one event type",
      ]);
  });
});

describe("the fields of a field map", () => {
  test("are refused if the event does not have them, with a list of the types that it has", () => {
    expect(withFields({ "/name/first": "/x", "/name": "/x" })).toEqual([
      "#/fields/~1name~1first is not a field of employee.hired; write one of /name/givenName, /name/familyName, /name/formatted",
      "#/fields/~1name is not a field of employee.hired; write one of /name/givenName, /name/familyName, /name/formatted",
    ]);
    const type = { value: "employee.terminated" };
    const fields = { "/employeeId": "/id", "/email": "/mail" };
    expect(issues({ type, fields })).toEqual([
      "#/fields/~1email is not a field of employee.terminated; write one of /employeeId, /lastDay, /graceDays, /disposition, /reason, /zone",
    ]);
  });

  test("are refused if they lead out of our data", () => {
    for (const target of ["/constructor/x", "/toString", "employeeId", ""])
      expect(withFields({ [target]: "/x" })).toHaveLength(1);
    expect(withFields({ "/__proto__/polluted": "/x" })[0]).toContain(
      "is not a field of employee.hired",
    );
  });

  test("must include the required fields of the event", () => {
    expect(issues({ ...hireMap, fields: {} })).toEqual([
      "#/fields must fill /employeeId, which employee.hired requires",
      "#/fields must fill /email, which employee.hired requires",
      "#/fields must fill /name/givenName or /name/familyName, which employee.hired requires",
    ]);
    const values = { in: "employee.hired", out: "employee.terminated" };
    const type = { from: "/what", values };
    expect(issues({ type, fields: { "/employeeId": "/id" } })).toHaveLength(2);
  });

  test("are refused if two of them fill the same field", () => {
    expect(withFields({ "/tags": "/tags", "/tags/0": "/team" })).toEqual([
      "#/fields/~1tags~10 must not be mapped together with /tags, which fills it already",
    ]);
  });
});

describe("a source of a field map", () => {
  const withSource = (source: unknown) => withFields({ "/title": source });
  const place = "#/fields/~1title";

  const isNoPointer =
    'must start with "/", as in "/fields/firstName"; a fixed value is written { "value": ... }';
  const isNoPlace =
    'must be a JSON Pointer to the value, as in "/fields/firstName"';
  const isNoTable = 'must name places and values, as in { "/type": "work" }';
  const wrongCount =
    'must name 1 to 5 places of an item, each starting with "/"';
  const isTwice = 'must not be used together with "first" or "date"';
  const isUnknown = "is not a known field";

  test.each(rows<[unknown, string, unknown]>`
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
  `)("is refused with the mistake: %j", (source, where, detail) => {
    expect(withSource(source)).toEqual([`${place}${where} ${detail}`]);
  });
});

test("may read the data of a thin event only in the map of a lookup", () => {
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

test("is refused if its tables are nested without end, without walking through them", () => {
  expect(withFields({ "/title": nested(10_000) })).toEqual([
    `#/fields/~1title${"/values/ENG".repeat(5)} must not nest more than 5 tables or joins`,
  ]);
});

test("any input is accepted as a field map or refused with a reason, and never throws", () => {
  const source = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom("/a", "b", null, 7, "employee.hired"),
      fc.record(
        { from: tie("any"), value: fc.jsonValue(), otherwise: tie("any") },
        { requiredKeys: [] },
      ),
      fc.record(
        {
          from: fc.constant("/a"),
          where: fc.oneof(fc.jsonValue(), fc.constant({ "/a": "b" })),
          first: tie("any"),
          all: tie("any"),
          date: fc.constantFrom("instant", "DD/MM/YYYY", "x", 7),
        },
        { requiredKeys: ["from"] },
      ),
      fc.record(
        { join: fc.array(tie("any"), { maxLength: 3 }), with: fc.jsonValue() },
        { requiredKeys: ["join"] },
      ),
      fc.record({
        from: fc.constant("/a"),
        values: fc.dictionary(fc.string(), tie("any")),
      }),
      fc.array(tie("any"), { maxLength: 3 }),
    ),
  })).any;
  const targets = fc.constantFrom("/employeeId", "/email", "/tags/0", "/x");
  const maps = fc.record(
    {
      type: source,
      fields: fc.dictionary(targets, source),
      each: fc.jsonValue(),
      timestamp: source,
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), maps), (map) => {
      expect(issues(map).length === 0).toBe(
        fieldMapSchema.safeParse(map).success,
      );
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
  "a map can lead to the types of its table, and to a cancellation if it withdraws the last day: %j",
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
