import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyFieldMap } from "../../../../shared/webhook/field-map/apply-field-map.ts";
import { fieldMapSchema } from "../../../../shared/webhook/field-map/field-map.ts";
import { effort } from "../../../resilience/effort.ts";
import { hirePayload, mapWith } from "./hire-map.ts";

const nowMs = Date.UTC(2026, 0, 31, 23, 30);
const zone = "UTC";

/** The event that a payload becomes, with these additional fields, or its issues. */
function eventOf(
  fields: Record<string, unknown>,
  payload: object,
  parts: Record<string, unknown> = {},
) {
  const body = { ...hirePayload, ...payload };
  return applyFieldMap(mapWith(parts, fields), body, { nowMs, zone })[0];
}

/** The value of the field `title` with a source. */
function titleOf(source: unknown, payload: object): unknown {
  const event = eventOf({ "/title": source }, payload);
  return event && "envelope" in event
    ? (event.envelope.data as { title?: unknown }).title
    : event;
}

const refused = (pointer: string, detail: string): unknown =>
  expect.objectContaining({
    issues: [{ pointer, detail }],
    type: "employee.hired",
  });

describe("a date of a field map", () => {
  const start = { "/startDate": { from: "/hired", date: "DD/MM/YYYY" } };

  test("is YYYY-MM-DD in the event", () => {
    expect(eventOf(start, { hired: "31/01/2026" })).toHaveProperty(
      "envelope.data.startDate",
      "2026-01-31",
    );
  });

  test("is left out if it is empty or a placeholder", () => {
    for (const hired of [undefined, null, " ", "00/00/0000"])
      expect(eventOf(start, { hired })).not.toHaveProperty(
        "envelope.data.startDate",
      );
  });

  test("is an issue at its place if it is wrong", () => {
    expect(eventOf(start, { hired: "2026-01-31" })).toEqual(
      refused("#/hired", "must be a date as DD/MM/YYYY"),
    );
  });

  test.each([
    ["Europe/Oslo", "2026-02-01"],
    ["UTC", "2026-01-31"],
    [undefined, "2026-02-01"],
  ])("is the day of an instant in the zone of the map: %s", (zone, date) => {
    const fields = { "/startDate": { from: "/hired", date: "instant" } };
    const body = { ...hirePayload, hired: "2026-01-31T23:30:00Z" };
    const map = mapWith(zone === undefined ? {} : { zone }, fields);
    // The zone of the receiver counts if the map has none.
    const [event] = applyFieldMap(map, body, { nowMs, zone: "Asia/Tokyo" });
    expect(event).toHaveProperty("envelope.data.startDate", date);
  });

  test("clears the field of a change by null, if the map says so", () => {
    const map = fieldMapSchema.parse({
      type: { value: "employee.changed" },
      fields: {
        "/employeeId": "/id",
        "/startDate": { from: "/hired", date: "DD/MM/YYYY", nullClears: true },
      },
    });
    const change = (hired: unknown) =>
      applyFieldMap(map, { id: "E1", hired }, { nowMs, zone })[0];
    expect(change(null)).toHaveProperty("envelope.data.startDate", null);
    expect(change("00/00/0000")).not.toHaveProperty("envelope.data.startDate");
  });
});

describe("the table of a date", () => {
  const map = mapWith(
    {
      zone: "Europe/Oslo",
      type: {
        from: "/status",
        values: {
          Inactive: "employee.terminated",
          Active: {
            from: "/leaves",
            date: "YYYY-MM-DD",
            values: { past: "employee.hired", "": "employee.hired" },
            otherwise: "employee.terminated",
          },
        },
      },
      leftWithoutLastDay: true,
    },
    { "/lastDay": { from: "/leaves", date: "YYYY-MM-DD" } },
  );
  const typeOf = (payload: object) => {
    const [event] = applyFieldMap(
      map,
      { ...hirePayload, ...payload },
      { nowMs, zone },
    );
    return event && "envelope" in event ? event.envelope.type : event;
  };

  test("turns a future termination date into a termination on that last day", () => {
    const body = { id: "E1", status: "Active", leaves: "2026-03-31" };
    expect(applyFieldMap(map, body, { nowMs, zone })).toMatchObject([
      {
        envelope: {
          type: "employee.terminated",
          data: { employeeId: "E1", lastDay: "2026-03-31" },
        },
      },
    ]);
  });

  test.each([
    // It is 2026-02-01 in Oslo, and still the day before in UTC.
    ["2026-01-31", "employee.hired"],
    ["2026-02-01", "employee.terminated"],
    ["2026-02-02", "employee.terminated"],
    ["0000-00-00", "employee.hired"],
    [null, "employee.hired"],
  ])("distinguishes past, today and future in the zone: %s", (leaves, type) => {
    expect(typeOf({ status: "Active", leaves })).toBe(type);
    expect(typeOf({ status: "Inactive", leaves })).toBe("employee.terminated");
  });

  test.each([
    ["past", -1],
    ["today", 0],
    ["future", 1],
  ])("has the key %s", (key, days) => {
    const source = { from: "/at", date: "YYYY-MM-DD", values: { [key]: "x" } };
    const at = (offset: number) =>
      new Date(nowMs + offset * 24 * 60 * 60_000).toISOString().slice(0, 10);
    for (const offset of [-1, 0, 1])
      expect(titleOf(source, { at: at(offset) })).toEqual(
        offset === days ? "x" : refused("#/at", `must be one of ${key}`),
      );
    expect(titleOf(source, {})).toBeUndefined();
  });
});

describe("an item of a list", () => {
  const emails = [
    { type: "home", value: "zoe@home.example.com", main: false, rank: 2 },
    { type: "work", value: "zoe@example.com", main: true, rank: 1 },
    { type: "work", value: "z@example.com", main: true, rank: 1 },
    "zoe@example.com",
    null,
  ];
  const pick = (where: unknown, first = "/value") => ({
    from: "/emails",
    where,
    first,
  });

  test.each([
    [{ "/type": "work" }, "zoe@example.com"],
    [{ "/main": true }, "zoe@example.com"],
    [{ "/rank": 2 }, "zoe@home.example.com"],
    [{ "/rank": "2" }, "zoe@home.example.com"],
    [{ "/type": "work", "/rank": 1 }, "zoe@example.com"],
    [{ "/type": "work", "/rank": 2 }, undefined],
    [{ "/type": "other" }, undefined],
    [{ "/none": "x" }, undefined],
  ])("is the first with the values %j", (where, value) => {
    expect(titleOf(pick(where), { emails })).toEqual(value);
  });

  test("may be chosen by a value that it lacks", () => {
    const employments = [
      { title: "Tester", end: "2025-12-31" },
      { title: "Engineer", end: null },
    ];
    const source = { from: "/jobs", where: { "/end": "" }, first: "/title" };
    expect(titleOf(source, { jobs: employments })).toBe("Engineer");
  });

  test("may be the value itself, and the first of all without a condition", () => {
    const source = { from: "/emails", first: "" };
    expect(titleOf(source, { emails: ["a", "b"] })).toBe("a");
    expect(titleOf(pick({ "": "b" }, ""), { emails: ["a", "b"] })).toBe("b");
  });

  test("is empty if the list is empty or missing, so the next source counts", () => {
    const sources = [pick({ "/type": "work" }), { value: "none" }];
    for (const list of [undefined, null, "", []])
      expect(titleOf(sources, { emails: list })).toBe("none");
  });

  test.each([{}, "text", 7, true])(
    "is an issue if it is no list: %j",
    (list) => {
      expect(titleOf(pick({ "/type": "work" }), { emails: list })).toEqual(
        refused("#/emails", "must be an array"),
      );
    },
  );

  test("is an issue if the list has more than 1000 items", () => {
    const list = (length: number) => Array.from({ length }, () => emails[1]);
    expect(titleOf(pick({ "/main": true }), { emails: list(1000) })).toBe(
      "zoe@example.com",
    );
    expect(titleOf(pick({ "/main": true }), { emails: list(1001) })).toEqual(
      refused("#/emails", "must have at most 1000 items"),
    );
  });

  test("has its own place in an issue, also behind a date or a table", () => {
    const dates = [{ k: "a" }, { k: "b", at: "soon" }];
    const item = { from: "/dates", where: { "/k": "b" }, first: "/at" };
    expect(titleOf({ ...item, date: "YYYY-MM-DD" }, { dates })).toEqual(
      refused("#/dates/1/at", "must be a date as YYYY-MM-DD"),
    );
    expect(titleOf({ ...item, values: { now: "x" } }, { dates })).toEqual(
      refused("#/dates/1/at", "must be one of now"),
    );
  });
});

describe("all items of a list", () => {
  const teams = [
    { name: "Blue", kind: "team" },
    { name: "", kind: "team" },
    { name: "Oslo", kind: "site" },
    { kind: "team" },
    { name: "Red", kind: "team" },
  ];
  const tagsOf = (source: object, list: unknown) => {
    const fields = { "/tags": { from: "/teams", ...source } };
    return eventOf(fields, { teams: list });
  };

  test("become a list of the values that are not empty", () => {
    expect(tagsOf({ all: "/name" }, teams)).toHaveProperty(
      "envelope.data.tags",
      ["Blue", "Oslo", "Red"],
    );
    expect(tagsOf({ all: "" }, ["a", null, "b"])).toHaveProperty(
      "envelope.data.tags",
      ["a", "b"],
    );
  });

  test("may be chosen by a condition", () => {
    const source = { all: "/name", where: { "/kind": "team" } };
    expect(tagsOf(source, teams)).toHaveProperty("envelope.data.tags", [
      "Blue",
      "Red",
    ]);
  });

  test("are left out if the list is missing, and are an issue if it is no list", () => {
    expect(tagsOf({ all: "/name" }, null)).not.toHaveProperty(
      "envelope.data.tags",
    );
    expect(tagsOf({ all: "/name" }, { name: "Blue" })).toEqual(
      refused("#/teams", "must be an array"),
    );
  });
});

describe("a join", () => {
  const street = { join: ["/street", "/house/no"] };

  test("is one text of the values that are not empty", () => {
    const house = { no: 12 };
    expect(titleOf(street, { street: "Main St", house })).toBe("Main St 12");
    expect(titleOf(street, { street: " ", house })).toBe("12");
    expect(titleOf({ ...street, with: ", " }, { street: "A", house })).toBe(
      "A, 12",
    );
    expect(titleOf({ ...street, with: "" }, { street: "A", house })).toBe(
      "A12",
    );
  });

  test("is empty if the payload fills none of its places, although it has constants", () => {
    const sources = [
      { join: [{ value: "Room" }, "/room"] },
      { value: "no room" },
    ];
    expect(titleOf(sources, { room: 7 })).toBe("Room 7");
    for (const room of [undefined, null, ""])
      expect(titleOf(sources, { room })).toBe("no room");
  });

  test("takes every form of source", () => {
    const parts = [
      { from: "/dept", values: { ENG: "Engineering" }, otherwise: null },
      { from: "/at", date: "DD/MM/YYYY" },
      { join: ["/a", "/b"], with: "-" },
    ];
    const payload = { dept: "ENG", at: "31/01/2026", a: 1, b: 2 };
    expect(titleOf({ join: parts, with: "|" }, payload)).toBe(
      "Engineering|2026-01-31|1-2",
    );
    expect(titleOf({ join: parts }, { dept: "ENG", at: "x" })).toEqual(
      refused("#/at", "must be a date as DD/MM/YYYY"),
    );
  });

  test.each([[["a"]], [{}], [true]])(
    "is an issue if a value is neither text nor a number: %j",
    (value) => {
      expect(titleOf(street, { street: value })).toEqual(
        refused("#/street", "must be text or a number"),
      );
    },
  );

  test("is an issue if a number is too large to be exact", () => {
    const map = mapWith({}, { "/employeeId": { join: ["/company", "/id"] } });
    const body = { ...hirePayload, company: 1, id: 2 ** 60 };
    expect(applyFieldMap(map, body, { nowMs, zone })).toEqual([
      refused("#/id", "must be text: the number is too large to be exact"),
    ]);
  });

  test("may be the id of a delivery", () => {
    const event = eventOf(
      {},
      { at: 1 },
      { deliveryId: { join: ["/id", "/at"], with: ":" } },
    );
    expect(event).toHaveProperty("deliveryId", "E1:1");
  });
});

test("a name with a slash is one name of a place", () => {
  const payload = { "/work/title": { value: "Engineer" }, "work/site": "Oslo" };
  expect(titleOf("/~1work~1title/value", payload)).toBe("Engineer");
  expect(titleOf("/work~1site", payload)).toBe("Oslo");
});

test("every form of source reads any payload without an exception", () => {
  const places = fc.constantFrom("", "/a", "/a/b", "/0", "/list", "/a/0/b");
  const values = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom("x", "2026-01-31", 1e300, null, "0000-00-00"),
      fc.jsonValue(),
      fc.dictionary(fc.constantFrom("a", "b", "list"), tie("any")),
      fc.array(tie("any"), { maxLength: 4 }),
    ),
  })).any;
  const lookups = fc.oneof(
    fc.record({
      from: places,
      date: fc.constantFrom("YYYY-MM-DD", "instant"),
      nullClears: fc.boolean(),
    }),
    fc.record({
      from: places,
      date: fc.constant("instant"),
      values: fc.constant({ past: "x", "": 7 }),
    }),
    fc.record({
      from: places,
      where: fc.dictionary(places, fc.constantFrom("x", true, 7), {
        minKeys: 1,
        maxKeys: 3,
      }),
      first: places,
    }),
    fc.record({ from: places, all: places }),
  );
  const sources = fc.oneof(
    lookups,
    fc.record({
      join: fc.array(fc.oneof(lookups, places), { minLength: 1, maxLength: 3 }),
    }),
  );
  fc.assert(
    fc.property(sources, values, (source, payload) => {
      const map = mapWith(
        { each: "", type: { value: "employee.changed" }, timestamp: source },
        { "/title": source, "/tags": source, "/phones/0/value": source },
      );
      const body: unknown = JSON.parse(JSON.stringify([payload]));
      for (const event of applyFieldMap(map, body, { nowMs, zone }))
        if ("issues" in event)
          for (const { pointer } of event.issues)
            expect(pointer).toMatch(/^#(?:\/0|$)/);
    }),
    { numRuns: effort(100, 10_000) },
  );
});

test("a table of a field map has no entry for an absent value, also if a key looks like one", () => {
  const source = {
    from: "/state",
    values: { undefined: { value: "wrong" }, null: { value: "wrong" } },
    otherwise: { value: "right" },
  };
  for (const payload of [{}, { state: null }, { state: "" }])
    expect(titleOf(source, payload)).toBe("right");
});

describe("the table of a list", () => {
  const contracts = (status: unknown) => ({
    type: {
      from: "/contracts",
      all: "/status",
      values: {
        active: "employee.hired",
        away: "employee.suspended",
        ended: "employee.terminated",
        ...(typeof status === "object" ? status : {}),
      },
    },
  });
  const typeOf = (statuses: unknown[] | null, rows: object = {}) => {
    const list = statuses?.map((status) => ({ status })) ?? null;
    const event = eventOf({}, { contracts: list }, contracts(rows));
    return event && "envelope" in event ? event.envelope.type : event;
  };
  const unknown = {
    issues: [
      {
        pointer: "#/contracts",
        detail: "must be one of active, away, ended",
      },
    ],
  };
  const missing = {
    issues: [
      {
        pointer: "#/contracts",
        detail: "must be given: the map derives the event type from it",
      },
    ],
  };

  test.each<[unknown[] | null, unknown]>([
    [["ended", "active"], "employee.hired"],
    [["away", "active"], "employee.hired"],
    [["away", "ended"], "employee.suspended"],
    [["other", "active"], "employee.hired"],
    [["ended", "ended"], "employee.terminated"],
    [["ended", "other"], unknown],
    [["ended", null], unknown],
    [[], unknown],
    [null, missing],
  ])(
    "takes the first row that an item has, and a termination only if each item has one: %j",
    (statuses, expected) => {
      expect(typeOf(statuses)).toEqual(expected);
    },
  );

  test("has rows that were added later before a termination, and one for an empty list", () => {
    const rows = { pausing: "employee.suspended", "": "employee.terminated" };
    expect(typeOf(["ended", "pausing"], rows)).toBe("employee.suspended");
    expect(typeOf([], rows)).toBe("employee.terminated");
    expect(typeOf(["ended", null], rows)).toBe("employee.terminated");
  });
});

describe("a required place", () => {
  const source = { from: "/job/title", required: true };
  const detail = "must be there: the reader may lack the right to see it";

  test("is an issue if it is missing", () => {
    for (const payload of [{}, { job: {} }])
      expect(titleOf(source, payload)).toEqual(refused("#/job/title", detail));
  });

  test.each([null, "", "Engineer"])("may have the value %j", (title) => {
    expect(titleOf(source, { job: { title } })).toBe(title || undefined);
  });

  test("is missing in a list that is not there, and not in a list without the item", () => {
    const work = {
      from: "/jobs",
      where: { "/kind": "work" },
      first: "/title",
      required: true,
    };
    expect(titleOf(work, {})).toEqual(refused("#/jobs", detail));
    expect(titleOf(work, { jobs: [] })).toBeUndefined();
  });
});
