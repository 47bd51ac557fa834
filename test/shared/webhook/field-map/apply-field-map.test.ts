import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyFieldMap } from "../../../../shared/webhook/field-map/apply-field-map.ts";
import { bambooHrFields } from "../../../../shared/webhook/presets/bamboohr-fields.ts";
import {
  type FieldMap,
  fieldMapSchema,
  recordMapSchema,
} from "../../../../shared/webhook/field-map/field-map.ts";
import { hirePayload, mapWith } from "./hire-map.ts";
import { effort } from "../../../resilience/effort.ts";

const nowMs = Date.UTC(2026, 0, 31, 18, 42);
const zone = "UTC";
const apply = (map: FieldMap, body: unknown) =>
  applyFieldMap(map, body, { nowMs, zone });

/** The only event of a payload. */
function only(map: FieldMap, body: unknown) {
  const [event, ...others] = apply(map, body);
  expect(others).toEqual([]);
  return event;
}

/** The data of a hire without the required fields. */
function dataOf(fields: Record<string, unknown>, payload: object): unknown {
  const event = only(mapWith({}, fields), { ...hirePayload, ...payload });
  if (!event || !("envelope" in event)) return event;
  const { data } = event.envelope;
  const { employeeId, name, email, ...rest } = data as Record<string, unknown>;
  expect({ employeeId, name, email }).toMatchObject({ employeeId: "E1" });
  return rest;
}

const issues = (pointer: string, detail: string) => ({
  issues: [{ pointer, detail }],
});

/** Issues of a payload that is clearly a hire. */
const hireIssues = (pointer: string, detail: string): unknown =>
  expect.objectContaining({
    ...issues(pointer, detail),
    type: "employee.hired",
  });

describe("a mapped payload", () => {
  test("becomes our event with its values in our fields", () => {
    expect(only(mapWith({}), hirePayload)).toMatchObject({
      envelope: {
        type: "employee.hired",
        data: {
          employeeId: "E1",
          name: { givenName: "Zoë", familyName: "Quist" },
          email: "zoe@example.com",
        },
      },
      at: "",
    });
  });

  test("leaves out a field that is absent, null or blank", () => {
    for (const payload of [
      {},
      { job: null },
      { job: "" },
      { job: " \t\n" },
      { job: undefined },
    ])
      expect(dataOf({ "/title": "/job" }, payload)).toEqual({});
  });

  test.each([undefined, null, "text", 7, true, [hirePayload]])(
    "is an issue if it is not an object: %j",
    (body) => {
      expect(only(mapWith({}), body)).toEqual(issues("#", "must be an object"));
    },
  );

  test("is an issue if it is nested too deeply, without further cost", () => {
    const deep = (levels: number): unknown =>
      JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);
    const body = (levels: number) => ({ ...hirePayload, x: deep(levels) });
    expect(only(mapWith({}), body(31))).toHaveProperty("envelope");
    for (const levels of [32, 100_000])
      expect(only(mapWith({}), body(levels))).toEqual(
        issues("#", "must not nest more than 32 levels"),
      );
  });
});

describe("a mapped value", () => {
  test("becomes text from a number if our field is text", () => {
    expect(dataOf({ "/title": "/job" }, { job: 123 })).toEqual({
      title: "123",
    });
    expect(dataOf({ "/title": "/job" }, { job: 0 })).toEqual({ title: "0" });
  });

  test("is an issue if a number is too large to be exact, because two employees could become one", () => {
    const body = JSON.parse('{"id":12345678901234567890,"first":"Z"}');
    expect(only(mapWith({}), body)).toEqual(
      hireIssues("#/id", "must be text: the number is too large to be exact"),
    );
  });

  test("becomes a number or a boolean from text if our field is one", () => {
    const map = fieldMapSchema.parse({
      type: { value: "employee.terminated" },
      fields: { "/employeeId": "/id", "/graceDays": "/days" },
    });
    for (const days of ["30", 30])
      expect(only(map, { id: "E1", days })).toHaveProperty(
        "envelope.data.graceDays",
        30,
      );
    const primary = { "/phones/0/value": "/p", "/phones/0/primary": "/main" };
    for (const main of ["true", true])
      expect(dataOf(primary, { p: "1", main })).toEqual({
        phones: [{ value: "1", primary: true }],
      });
    for (const main of ["false", false])
      expect(dataOf(primary, { p: "1", main })).toEqual({
        phones: [{ value: "1", primary: false }],
      });
  });

  test("stays text if it only contains a number among other characters", () => {
    const map = fieldMapSchema.parse({
      type: { value: "employee.terminated" },
      fields: { "/employeeId": "/id", "/graceDays": "/days" },
    });
    for (const days of ["30 days", "in 30", "1.5", "-1", "1e3", true, [30]])
      expect(only(map, { id: "E1", days })).toHaveProperty(
        "envelope.data.graceDays",
        days,
      );
  });

  test("stays unchanged if it cannot be converted, and the event's schema refuses it", () => {
    expect(dataOf({ "/title": "/job" }, { job: { id: 7 } })).toEqual({
      title: { id: 7 },
    });
    expect(dataOf({ "/title": "/job" }, { job: true })).toEqual({
      title: true,
    });
  });

  test("may be a constant", () => {
    expect(dataOf({ "/company": { value: "Example Industries" } }, {})).toEqual(
      { company: "Example Industries" },
    );
    const tasks = [{ subject: "Say hello", dueInDays: 1 }];
    expect(dataOf({ "/tasks": { value: tasks } }, {})).toEqual({ tasks });
  });

  test("comes from the first of several sources that is not empty", () => {
    const fields = { "/location": ["/site", "/country", { value: "Remote" }] };
    expect(dataOf(fields, { site: " ", country: "NO" })).toEqual({
      location: "NO",
    });
    expect(dataOf(fields, { site: "Oslo", country: "NO" })).toEqual({
      location: "Oslo",
    });
    expect(dataOf(fields, {})).toEqual({ location: "Remote" });
  });
});

describe("a table of values", () => {
  const values = { ENG: "Engineering", 7: "Sales", true: "Both", OLD: null };
  const table = { "/department": { from: "/dept", values } };

  test.each([
    ["ENG", "Engineering"],
    [7, "Sales"],
    ["7", "Sales"],
    [true, "Both"],
  ])("translates %j into %j", (dept, department) => {
    expect(dataOf(table, { dept })).toEqual({ department });
  });

  test("leaves the field out for null, and if the payload has no value", () => {
    for (const dept of ["OLD", null, "", undefined])
      expect(dataOf(table, { dept })).toEqual({});
  });

  test.each(["eng", "ENG ", "toString", "__proto__", ["ENG"], {}])(
    "refuses a value that it does not list, without repeating it: %j",
    (dept) => {
      expect(dataOf(table, { dept })).toEqual(
        hireIssues("#/dept", "must be one of 7, ENG, true, OLD"),
      );
    },
  );

  test("may have a default, which also counts if the payload has no value", () => {
    const otherwise = (entry: unknown) => ({
      "/department": { from: "/dept", values, otherwise: entry },
    });
    expect(dataOf(otherwise("Other"), { dept: "HR" })).toEqual({
      department: "Other",
    });
    expect(dataOf(otherwise("Other"), {})).toEqual({ department: "Other" });
    expect(dataOf(otherwise(null), { dept: "HR" })).toEqual({});
    expect(dataOf(otherwise({ from: "/dept" }), { dept: "HR" })).toEqual({
      department: "HR",
    });
  });

  test("may translate an absent value", () => {
    const fields = { "/title": { from: "/job", values: { "": "Employee" } } };
    for (const job of ["", null, undefined, " "])
      expect(dataOf(fields, { job })).toEqual({ title: "Employee" });
  });
});

describe("mapped lists", () => {
  const fields = {
    "/phones/1/label": { value: "Mobile Phone Number" },
    "/phones/1/value": "/mobile",
    "/phones/0/value": "/work",
  };

  test("are in the order of their indexes", () => {
    expect(dataOf(fields, { work: "1", mobile: "2" })).toEqual({
      phones: [{ value: "1" }, { value: "2", label: "Mobile Phone Number" }],
    });
  });

  test("have no gap for an empty item", () => {
    expect(dataOf(fields, { mobile: "2" })).toEqual({
      phones: [{ value: "2", label: "Mobile Phone Number" }],
    });
  });

  test("have no item that consists of constants only", () => {
    expect(dataOf(fields, { work: "1" })).toEqual({ phones: [{ value: "1" }] });
    expect(dataOf(fields, {})).toEqual({});
  });

  test("have an item that the payload fills through a table", () => {
    const value = { from: "/site", values: { OSL: "+47 1" } };
    const label = { value: "Phone Number" };
    const desk = { "/phones/0/value": value, "/phones/0/label": label };
    expect(dataOf(desk, { site: "OSL" })).toEqual({
      phones: [{ value: "+47 1", label: "Phone Number" }],
    });
    expect(dataOf(desk, {})).toEqual({});
  });

  test("may have items that consist of constants only, if the map says so", () => {
    const tags = { "/tags/0": { value: "new" }, "/tags/1": "/team" };
    expect(dataOf(tags, {})).toEqual({ tags: ["new"] });
    expect(dataOf(tags, { team: "blue" })).toEqual({ tags: ["new", "blue"] });
  });

  test("may be taken as a whole", () => {
    expect(dataOf({ "/tags": "/teams" }, { teams: ["a", "b"] })).toEqual({
      tags: ["a", "b"],
    });
  });
});

describe("the event type of a payload", () => {
  const map = mapWith(
    {
      type: {
        from: "/what",
        values: {
          Created: "employee.hired",
          Deleted: "employee.terminated",
          Updated: null,
        },
      },
    },
    { "/lastDay": "/until" },
  );
  const payload = { ...hirePayload, until: "2026-02-28" };

  test("decides which of the fields count", () => {
    expect(only(map, { ...payload, what: "Deleted" })).toHaveProperty(
      "envelope.data",
      { employeeId: "E1", lastDay: "2026-02-28" },
    );
    const hired = only(map, { ...payload, what: "Created" });
    expect(hired).not.toHaveProperty("envelope.data.lastDay");
  });

  test("may be null, which ignores the payload without reading its other fields", () => {
    expect(only(map, { what: "Updated" })).toEqual({ ignored: true });
  });

  test("is an issue if it is missing or unknown", () => {
    expect(only(map, payload)).toEqual(
      issues("#/what", "must be given: the map derives the event type from it"),
    );
    expect(only(map, { ...payload, what: "Renamed" })).toEqual(
      issues("#/what", "must be one of Created, Deleted, Updated"),
    );
  });
});

describe("the time of a mapped event", () => {
  const timestamp = (parts: object, payload: object, signedAtMs?: number) => {
    const [event] = applyFieldMap(
      mapWith({ ...parts }),
      { ...hirePayload, ...payload },
      { nowMs, zone, signedAtMs },
    );
    return event && "envelope" in event ? event.envelope.timestamp : event;
  };
  const mapped = { timestamp: "/at" };

  test.each([
    "2026-01-30T08:00:00Z",
    "2026-01-30T09:00:00+0100",
    1769760000,
    "1769760000000",
  ])("comes from the payload: %j", (at) => {
    expect(timestamp(mapped, { at }, nowMs)).toBe("2026-01-30T08:00:00.000Z");
  });

  test("is the signed time if the payload has none", () => {
    const signedAtMs = nowMs - 60_000;
    for (const parts of [mapped, {}])
      expect(timestamp(parts, {}, signedAtMs)).toBe("2026-01-31T18:41:00.000Z");
  });

  test("is the time of receipt if neither the payload nor the scheme has one", () => {
    expect(timestamp({}, {})).toBe("2026-01-31T18:42:00.000Z");
  });

  test("is an issue if its form is ambiguous", () => {
    for (const at of ["yesterday", "2026-01-30", 7, true, {}])
      expect(timestamp(mapped, { at }, nowMs)).toEqual(
        hireIssues(
          "#/at",
          "must be a date-time with its offset (2026-01-31T09:00:00+01:00), or Unix seconds or milliseconds",
        ),
      );
  });
});

test("the time of a mapped event is an issue if its table lacks the value of the payload", () => {
  const values = { first: { from: "/at" } };
  const map = mapWith({ timestamp: { from: "/when", values } });
  const payload = { ...hirePayload, at: "2026-01-30T08:00:00Z" };
  expect(only(map, { ...payload, when: "first" })).toHaveProperty(
    "envelope.timestamp",
    "2026-01-30T08:00:00.000Z",
  );
  expect(only(map, { ...payload, when: "second" })).toEqual(
    hireIssues("#/when", "must be one of first"),
  );
});

describe("the delivery id of a mapped event", () => {
  const idOf = (payload: object) => {
    const map = mapWith({ deliveryId: ["/eventId", "/seq"] });
    const event = only(map, { ...hirePayload, ...payload });
    return event && "envelope" in event ? event.deliveryId : event;
  };

  test("is the sender's own", () => {
    expect(idOf({ eventId: "ev-1", seq: 7 })).toBe("ev-1");
    expect(idOf({ seq: 7 })).toBe("7");
  });

  test("is absent if the payload has none", () => {
    for (const payload of [
      {},
      { eventId: null },
      { eventId: {} },
      { seq: 2e20 },
    ])
      expect(idOf(payload)).toBeUndefined();
  });
});

describe("several events in one body", () => {
  const map = mapWith({ each: "/data/people" });
  const people = ["E1", "E2", "E3"].map((id) => ({ ...hirePayload, id }));

  test("become one event each, with the pointer of each item", () => {
    const events = apply(map, { data: { people } });
    expect(events).toMatchObject(
      people.map(({ id }, index) => ({
        envelope: { data: { employeeId: id } },
        at: `/data/people/${index}`,
      })),
    );
  });

  test("have their own fingerprints, which do not depend on the bundle", () => {
    const print = (list: object[]) =>
      apply(map, { data: { people: list } }).map((event) =>
        "envelope" in event ? event.fingerprint : undefined,
      );
    const all = print(people);
    expect(new Set(all).size).toBe(3);
    expect(print(people.toReversed())).toEqual(all.toReversed());
    expect(print(people.slice(1))).toEqual(all.slice(1));
  });

  test("have separate issues", () => {
    const body = { data: { people: [people[0], 7, people[2]] } };
    expect(apply(map, body)).toEqual([
      expect.objectContaining({ at: "/data/people/0" }),
      issues("#/data/people/1", "must be an object"),
      expect.objectContaining({ at: "/data/people/2" }),
    ]);
  });

  test("may read fields of the whole body", () => {
    const source = { from: "/meta/company", of: "body" };
    const [event] = apply(
      mapWith({ each: "/people" }, { "/company": source }),
      { meta: { company: "Example Industries" }, people },
    );
    expect(event).toHaveProperty("envelope.data.company", "Example Industries");
  });

  test("may be zero events", () => {
    expect(apply(map, { data: { people: [] } })).toEqual([]);
  });

  test("may be the items of a body that is an array", () => {
    expect(apply(mapWith({ each: "" }), people)).toHaveLength(3);
  });

  test.each([undefined, null, {}, { data: {} }, { data: { people: {} } }])(
    "are an issue if the array is missing: %j",
    (body) => {
      expect(apply(map, body)).toEqual([
        issues("#/data/people", "must be an array"),
      ]);
    },
  );

  test("are at most a hundred", () => {
    const many = (length: number) => ({
      data: { people: Array.from({ length }, () => people[0]) },
    });
    expect(apply(map, many(100))).toHaveLength(100);
    expect(apply(map, many(101))).toEqual([
      issues("#/data/people", "must have at most 100 items"),
    ]);
  });
});

describe("the map of a lookup", () => {
  const map = recordMapSchema.parse({
    type: {
      from: "/event",
      of: "event",
      values: { "employee.left": "employee.terminated" },
      otherwise: "employee.hired",
    },
    fields: {
      "/employeeId": { from: "/employeeId", of: "event" },
      "/name/givenName": "/first",
      "/email": "/mail",
    },
  });
  const read = (event: unknown) =>
    applyFieldMap(
      map,
      { first: "Zoë", mail: "zoe@example.com" },
      { nowMs, zone, event },
    )[0];

  test("reads the data of the thin event beside the record", () => {
    expect(read({ employeeId: "E1", event: "employee.left" })).toHaveProperty(
      "envelope",
      expect.objectContaining({
        type: "employee.terminated",
        data: { employeeId: "E1" },
      }),
    );
    expect(read({ employeeId: "E1" })).toHaveProperty("envelope.data", {
      employeeId: "E1",
      name: { givenName: "Zoë" },
      email: "zoe@example.com",
    });
  });

  test("finds nothing in a thin event that is missing", () => {
    expect(read(undefined)).toHaveProperty("envelope.data", {
      name: { givenName: "Zoë" },
      email: "zoe@example.com",
    });
  });
});

describe("a field map with arbitrary payloads", () => {
  const bambooHrMap = fieldMapSchema.parse(bambooHrFields["map"]);
  const everything = mapWith(
    {
      type: { from: "/type", values: { a: "employee.hired" }, otherwise: null },
      timestamp: "/at",
      deliveryId: "/uuid",
    },
    {
      "/tags": "/tags",
      "/identities/constructor": "/slack",
      "/phones/3/value": ["/phone", { from: "", of: "body" }],
      "/title": { from: "/job", values: { x: "y" }, otherwise: "/job" },
    },
  );

  test("never throws and never changes anything outside its result", () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    const words =
      "type at uuid tags slack phone job id mail first last employees action fields __proto__ constructor";
    const names = fc.constantFrom(...words.split(" "));
    const payloads = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom("a", "Updated", "Active", "__proto__", 1e300, -0),
        fc.jsonValue(),
        fc.dictionary(names, tie("any")),
        fc.array(tie("any"), { maxLength: 4 }),
      ),
    })).any;
    fc.assert(
      fc.property(payloads, (payload) => {
        const body: unknown = JSON.parse(JSON.stringify(payload));
        for (const map of [everything, bambooHrMap]) {
          for (const event of apply(map, body)) {
            expect(Object.keys(event).length).toBeGreaterThan(0);
            if ("envelope" in event) {
              const { data } = event.envelope;
              expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
            }
          }
        }
      }),
      { numRuns: effort(200, 2_000) },
    );
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });
});
