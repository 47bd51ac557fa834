import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  validationIssuesOf,
  validationMessages,
} from "../../../../shared/webhook/validation-issues.ts";
import { fieldMapSchema } from "../../../../shared/webhook/field-map/field-map.ts";
import { hireMap } from "./hire-map.ts";

function issues(map: unknown): string[] {
  const { error } = fieldMapSchema.safeParse(map, validationMessages);
  return validationIssuesOf(error?.issues ?? []).map(
    ({ pointer, detail }) => `${pointer} ${detail}`,
  );
}

const withType = (type: unknown) => issues({ ...hireMap, type });
const withFields = (fields: Record<string, unknown>) =>
  issues({ ...hireMap, fields: { ...hireMap.fields, ...fields } });

/** Tables within tables, so many. */
function nested(levels: number): unknown {
  let source: unknown = "Engineering";
  for (let level = 0; level < levels; level++)
    source = { from: "/dept", values: { ENG: source } };
  return source;
}

describe("a map that can work is taken", () => {
  test("with the fields that the event cannot do without", () => {
    expect(issues(hireMap)).toEqual([]);
  });

  test("with every form of source", () => {
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
      "/phones/0/value": "/phone",
      "/identities/slack": "/slack",
    };
    expect(withFields(fields)).toEqual([]);
  });

  test("for several event types, of which each takes the fields it has", () => {
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
      timestamp: ["/at", "/created"],
      deliveryId: "/uuid",
    };
    expect(issues(map)).toEqual([]);
  });
});

describe("the map as a whole", () => {
  test("says what a payload means and where our fields come from", () => {
    expect(issues({})).toEqual([
      "#/type must say which event type a payload means",
      '#/fields must map our fields to fields of the payload, as in { "/employeeId": "/id" }',
    ]);
    for (const map of [null, undefined, "map", 7, []])
      expect(issues(map)).toEqual(["# must be an object"]);
  });

  test("has no parts that we do not know", () => {
    expect(issues({ ...hireMap, filter: "/x" })).toEqual([
      "#/filter is not a known field",
    ]);
  });

  test("has at most 100 fields", () => {
    const tooMany = "#/fields must have at most 100 fields";
    const isTooMany = (count: number) => {
      const own = count - Object.keys(hireMap.fields).length;
      const fields: Record<string, string> = {};
      for (let n = 0; n < own; n++) fields[`/x${n}`] = "/x";
      return withFields(fields).includes(tooMany);
    };
    expect([isTooMany(101), isTooMany(100)]).toEqual([true, false]);
  });

  test("has pointers where it says where the events, their times and their ids are", () => {
    const wrong = { each: "employees", timestamp: "at", deliveryId: "$.id" };
    const places = issues({ ...hireMap, ...wrong }).map(
      (issue) => issue.split(" ")[0],
    );
    expect(places).toEqual(["#/each", "#/timestamp", "#/deliveryId"]);
  });
});

describe("the type", () => {
  const known =
    "employee.hired, employee.adopted, employee.terminated, status.set, or null";

  test("is one of ours, wherever it is said", () => {
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

  test("is never taken from the payload as it is", () => {
    for (const type of ["/type", { from: "/type" }])
      expect(withType(type)).toEqual([
        '#/type must have "values", which say what event type each value of the payload means',
      ]);
  });

  test("that is written like a pointer is explained", () => {
    expect(withType("employee.hired")).toEqual([
      '#/type must start with "/", as in "/fields/firstName"; a fixed value is written { "value": ... }',
    ]);
  });

  test("leads to an event at least sometimes", () => {
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

describe("our fields", () => {
  test("that the event does not have are refused, naming those that it has", () => {
    expect(withFields({ "/name/first": "/x", "/name": "/x" })).toEqual([
      "#/fields/~1name~1first is not a field of employee.hired; write one of /name/givenName, /name/familyName, /name/formatted",
      "#/fields/~1name is not a field of employee.hired; write one of /name/givenName, /name/familyName, /name/formatted",
    ]);
    const type = { value: "employee.terminated" };
    const fields = { "/employeeId": "/id", "/email": "/mail" };
    expect(issues({ type, fields })).toEqual([
      "#/fields/~1email is not a field of employee.terminated; write one of /employeeId, /lastDay, /graceDays, /reason",
    ]);
  });

  test("that lead out of our data are refused", () => {
    for (const target of ["/constructor/x", "/toString", "employeeId", ""])
      expect(withFields({ [target]: "/x" })).toHaveLength(1);
    expect(withFields({ "/__proto__/polluted": "/x" })[0]).toContain(
      "is not a field of employee.hired",
    );
  });

  test("that the event cannot do without must be there", () => {
    expect(issues({ ...hireMap, fields: {} })).toEqual([
      "#/fields must fill /employeeId, which employee.hired requires",
      "#/fields must fill /name/givenName, which employee.hired requires",
      "#/fields must fill /name/familyName, which employee.hired requires",
      "#/fields must fill /email, which employee.hired requires",
    ]);
    const values = { in: "employee.hired", out: "employee.terminated" };
    const type = { from: "/what", values };
    expect(issues({ type, fields: { "/employeeId": "/id" } })).toHaveLength(3);
  });

  test("that would fill the same place twice are refused", () => {
    expect(withFields({ "/tags": "/tags", "/tags/0": "/team" })).toEqual([
      "#/fields/~1tags~10 must not be mapped together with /tags, which fills it already",
    ]);
  });
});

describe("a source", () => {
  const withSource = (source: unknown) => withFields({ "/title": source });
  const place = "#/fields/~1title";

  test.each([
    [
      "jobTitle",
      "",
      'must start with "/", as in "/fields/firstName"; a fixed value is written { "value": ... }',
    ],
    [
      { from: "jobTitle" },
      "/from",
      'must start with "/", as in "/fields/firstName"; a fixed value is written { "value": ... }',
    ],
    [
      { from: "/__proto__/title" },
      "/from",
      "must not go through __proto__, constructor or prototype",
    ],
    [7, "", 'must be a JSON Pointer to the value, as in "/fields/firstName"'],
    [
      {},
      "/from",
      'must be a JSON Pointer to the value, as in "/fields/firstName"',
    ],
    [{ value: 1, from: "/x" }, "/value", "is not a known field"],
    [{ from: "/x", map: {} }, "/map", "is not a known field"],
    [{ from: "/x", of: "root" }, "/of", 'must be "item" or "body"'],
    [
      { from: "/x", values: ["ENG"] },
      "/values",
      'must be a table, as in { "ENG": "Engineering" }',
    ],
    [
      { from: "/x", otherwise: "None" },
      "/otherwise",
      'must be used together with "values"',
    ],
    [[], "", "must have at least one source"],
    [Array(11).fill("/x"), "", "must have at most 10 sources"],
    [
      ["/x", ["/y"]],
      "/1",
      'must be a JSON Pointer to the value, as in "/fields/firstName"',
    ],
    [
      { from: "/x", values: { ENG: { from: "y" } } },
      "/values/ENG/from",
      'must start with "/", as in "/fields/firstName"; a fixed value is written { "value": ... }',
    ],
    [nested(6), "/values/ENG".repeat(5), "must not nest more than 5 tables"],
  ])("is refused where it is wrong: %j", (source, where, detail) => {
    expect(withSource(source)).toEqual([`${place}${where} ${detail}`]);
  });
});

test("tables without end are refused without going there", () => {
  expect(withFields({ "/title": nested(10_000) })).toEqual([
    `#/fields/~1title${"/values/ENG".repeat(5)} must not nest more than 5 tables`,
  ]);
});

test("anything at all is a map or is refused, never a crash, and no refusal is without a reason", () => {
  const source = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom("/a", "b", null, 7, "employee.hired"),
      fc.record(
        { from: tie("any"), value: fc.jsonValue(), otherwise: tie("any") },
        { requiredKeys: [] },
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
