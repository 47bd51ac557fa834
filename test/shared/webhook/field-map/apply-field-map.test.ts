import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyFieldMap } from "../../../../shared/webhook/field-map/apply-field-map.ts";
import {
  type FieldMap,
  fieldMapSchema,
  recordMapSchema,
} from "../../../../shared/webhook/field-map/field-map.ts";
import { hireMap, hirePayload, mapWith } from "./hire-map.ts";
import { effort } from "../../../resilience/effort.ts";
import { rows } from "../../../fixtures/rows.ts";

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

/** The data of `hirePayload`. */
const hireData = {
  employeeId: "E1",
  name: { givenName: "Zoë", familyName: "Quist" },
  email: "zoe@example.com",
};

/**
 * A map with a source for a field, or for a part of the map, whose name has no slash. Only a termination has
 * `/graceDays`.
 */
function mapOf(name: string, source: unknown): FieldMap {
  const more = { [name]: source };
  if (!name.startsWith("/")) return mapWith(more);
  return name === "/graceDays" ? terminationMap(more) : mapWith({}, more);
}

function terminationMap(fields: object, more: object = {}): FieldMap {
  return fieldMapSchema.parse({
    type: { value: "employee.terminated" },
    fields: { "/employeeId": "/id", ...fields },
    ...more,
  });
}

/** The parts of an event and its data by their names, or its issues as text. Empty if the payload is ignored. */
function partsOrIssues(event: ReturnType<typeof only>): string | object {
  if (event && "issues" in event)
    return event.issues
      .map(({ pointer, detail }) => `${pointer} ${detail}`)
      .join();
  if (!event || !("envelope" in event)) return {};
  const { deliveryId, envelope } = event;
  const { type, timestamp, data } = envelope;
  return { type, timestamp, deliveryId, ...(data as object) };
}

const issues = (pointer: string, detail: string) => ({
  issues: [{ pointer, detail }],
});

/** The sources, payloads and fields that the rows below name. */
const named: Record<string, unknown> = {
  dept: {
    from: "/dept",
    values: { ENG: "Engineering", 7: "Sales", true: "Both", OLD: null },
  },
  hired: { from: "/hired", date: "DD/MM/YYYY" },
  street: { join: ["/street", "/house/no"] },
  room: [{ join: [{ value: "Room" }, "/room"] }, { value: "no room" }],
  work: [
    { from: "/emails", where: { "/type": "work" }, first: "/value" },
    { value: "none" },
  ],
  jobOfWork: {
    from: "/jobs",
    where: { "/kind": "work" },
    first: "/title",
    required: true,
  },
  emails: {
    emails: [
      { type: "home", value: "zoe@home.example.com", main: false, rank: 2 },
      { type: "work", value: "zoe@example.com", main: true, rank: 1 },
      { type: "work", value: "z@example.com", main: true, rank: 1 },
      "zoe@example.com",
      null,
    ],
  },
  teams: {
    teams: [
      { name: "Blue", kind: "team" },
      { name: "", kind: "team" },
      { name: "Oslo", kind: "site" },
      { kind: "team" },
      { name: "Red", kind: "team" },
    ],
  },
  phones: {
    "/phones/1/label": { value: "Mobile Phone Number" },
    "/phones/1/value": "/mobile",
    "/phones/0/value": "/work",
  },
  desk: {
    "/phones/0/value": { from: "/site", values: { OSL: "+47 1" } },
    "/phones/0/label": { value: "Phone Number" },
  },
  primary: { "/phones/0/value": "/p", "/phones/0/primary": "/main" },
  newTag: { "/tags/0": { value: "new" }, "/tags/1": "/team" },
  action: {
    from: "/what",
    values: {
      Created: "employee.hired",
      Deleted: "employee.terminated",
      Updated: null,
    },
  },
  contracts: ofContracts({}),
  pausing: ofContracts({
    pausing: "employee.suspended",
    "": "employee.terminated",
  }),
};

/** A table from the status of a contract to a type of event. The order of its rows counts; `more` are the last ones. */
function ofContracts(more: object) {
  const values = {
    active: "employee.hired",
    away: "employee.suspended",
    ended: "employee.terminated",
    ...more,
  };
  return { from: "/contracts", all: "", values };
}

/**
 * Below each sentence: the source of a field | the payload | the value, "-" for no value, or the issue. The field is
 * /title, or the one that the head of the section names.
 */
const singleFields = String.raw`
a value
  is left out if it is absent, null or blank
    "/job" | {} | -
    "/job" | {"job": null} | -
    "/job" | {"job": ""} | -
    "/job" | {"job": " \t\n"} | -
  becomes text from a number
    "/job" | {"job": 123} | "123"
    "/job" | {"job": 0} | "0"
  is an issue if a number is too large to be exact, because two employees could become one
    "/job" | {"job": 12345678901234567890} | #/job must be text: the number is too large to be exact
  stays as it is if it cannot be converted, so that the schema of the event refuses it
    "/job" | {"job": {"id": 7}} | {"id": 7}
    "/job" | {"job": true} | true
  may be a constant
    {"value": "Example Industries"} | {} | "Example Industries"
  comes from the first of several sources that is not empty
    ["/site", "/country", {"value": "Remote"}] | {"site": " ", "country": "NO"} | "NO"
    ["/site", "/country", {"value": "Remote"}] | {"site": "Oslo", "country": "NO"} | "Oslo"
    ["/site", "/country", {"value": "Remote"}] | {} | "Remote"
  may come from a place whose name has a slash
    "/~1work~1title/value" | {"/work/title": {"value": "Engineer"}} | "Engineer"
    "/work~1site" | {"work/site": "Oslo"} | "Oslo"

a table of values
  translates texts, numbers and booleans
    dept | {"dept": "ENG"} | "Engineering"
    dept | {"dept": 7} | "Sales"
    dept | {"dept": "7"} | "Sales"
    dept | {"dept": true} | "Both"
  leaves the field out for null, and if the payload has no value
    dept | {"dept": "OLD"} | -
    dept | {} | -
  refuses a value that it does not list, without repeating it
    dept | {"dept": "eng"} | #/dept must be one of 7, ENG, true, OLD
    dept | {"dept": "toString"} | #/dept must be one of 7, ENG, true, OLD
    dept | {"dept": ["ENG"]} | #/dept must be one of 7, ENG, true, OLD
  may have a default, which also counts if the payload has no value
    {"from": "/dept", "values": {"ENG": "E"}, "otherwise": "Other"} | {"dept": "HR"} | "Other"
    {"from": "/dept", "values": {"ENG": "E"}, "otherwise": "Other"} | {} | "Other"
    {"from": "/dept", "values": {"ENG": "E"}, "otherwise": null} | {"dept": "HR"} | -
    {"from": "/dept", "values": {"ENG": "E"}, "otherwise": {"from": "/dept"}} | {"dept": "HR"} | "HR"
  may translate an absent value
    {"from": "/job", "values": {"": "Employee"}} | {"job": ""} | "Employee"
    {"from": "/job", "values": {"": "Employee"}} | {} | "Employee"
  does not take an absent value for its key "undefined" or "null"
    {"from": "/a", "values": {"undefined": "no", "null": "no"}, "otherwise": "right"} | {} | "right"

a date, in /startDate
  is YYYY-MM-DD in the event
    hired | {"hired": "31/01/2026"} | "2026-01-31"
  is left out if it is empty or a placeholder
    hired | {} | -
    hired | {"hired": "00/00/0000"} | -
  is an issue at its place if it is wrong
    hired | {"hired": "2026-01-31"} | #/hired must be a date that exists, as DD/MM/YYYY

a date with a table, read on 2026-01-31
  matches past if it is an earlier day
    {"from": "/at", "date": "YYYY-MM-DD", "values": {"past": "x"}} | {"at": "2026-01-30"} | "x"
    {"from": "/at", "date": "YYYY-MM-DD", "values": {"past": "x"}} | {"at": "2026-01-31"} | #/at must be one of past
  matches today if it is this day
    {"from": "/at", "date": "YYYY-MM-DD", "values": {"today": "x"}} | {"at": "2026-01-31"} | "x"
    {"from": "/at", "date": "YYYY-MM-DD", "values": {"today": "x"}} | {"at": "2026-02-01"} | #/at must be one of today
  matches future if it is a later day, and nothing if it is absent
    {"from": "/at", "date": "YYYY-MM-DD", "values": {"future": "x"}} | {"at": "2026-02-01"} | "x"
    {"from": "/at", "date": "YYYY-MM-DD", "values": {"future": "x"}} | {"at": "2026-01-31"} | #/at must be one of future
    {"from": "/at", "date": "YYYY-MM-DD", "values": {"future": "x"}} | {} | -

an item of a list
  is the first one that has all values of the condition
    {"from": "/emails", "where": {"/type": "work"}, "first": "/value"} | emails | "zoe@example.com"
    {"from": "/emails", "where": {"/main": true}, "first": "/value"} | emails | "zoe@example.com"
    {"from": "/emails", "where": {"/rank": "2"}, "first": "/value"} | emails | "zoe@home.example.com"
    {"from": "/emails", "where": {"/type": "work", "/rank": 1}, "first": "/value"} | emails | "zoe@example.com"
    {"from": "/emails", "where": {"/type": "work", "/rank": 2}, "first": "/value"} | emails | -
    {"from": "/emails", "where": {"/none": "x"}, "first": "/value"} | emails | -
  may be chosen by a value that it lacks
    {"from": "/jobs", "where": {"/end": ""}, "first": "/t"} | {"jobs": [{"t": "A", "end": "x"}, {"t": "B", "end": null}]} | "B"
  may be the value itself, and is the first of all without a condition
    {"from": "/emails", "first": ""} | {"emails": ["a", "b"]} | "a"
    {"from": "/emails", "where": {"": "b"}, "first": ""} | {"emails": ["a", "b"]} | "b"
  is empty if the list is empty or missing, so the next source counts
    work | {} | "none"
    work | {"emails": []} | "none"
  is an issue if it is no list
    work | {"emails": {}} | #/emails must be an array
    work | {"emails": "text"} | #/emails must be an array
  has its own place in an issue, also if a date or a table reads it
    {"from": "/d", "where": {"/k": "b"}, "first": "/at", "date": "YYYY-MM-DD"} | {"d": [{"k": "a"}, {"k": "b", "at": "soon"}]} | #/d/1/at must be a date that exists, as YYYY-MM-DD
    {"from": "/d", "where": {"/k": "b"}, "first": "/at", "values": {"now": "x"}} | {"d": [{"k": "a"}, {"k": "b", "at": "soon"}]} | #/d/1/at must be one of now

all items of a list, in /tags
  become a list of the values that are not empty
    {"from": "/teams", "all": "/name"} | teams | ["Blue", "Oslo", "Red"]
    {"from": "/teams", "all": ""} | {"teams": ["a", null, "b"]} | ["a", "b"]
  may be chosen by a condition
    {"from": "/teams", "all": "/name", "where": {"/kind": "team"}} | teams | ["Blue", "Red"]
  are left out if the list is missing, and are an issue if it is no list
    {"from": "/teams", "all": "/name"} | {"teams": null} | -
    {"from": "/teams", "all": "/name"} | {"teams": {"name": "Blue"}} | #/teams must be an array

a join
  is one text of the values that are not empty
    street | {"street": "Main St", "house": {"no": 12}} | "Main St 12"
    street | {"street": " ", "house": {"no": 12}} | "12"
    {"join": ["/a", "/b"], "with": ", "} | {"a": "A", "b": 12} | "A, 12"
    {"join": ["/a", "/b"], "with": ""} | {"a": "A", "b": 12} | "A12"
  is empty if the payload fills none of its places, although it has constants
    room | {"room": 7} | "Room 7"
    room | {} | "no room"
  takes every form of source
    {"join": [{"from": "/a", "values": {"x": "X"}, "otherwise": null}, {"from": "/at", "date": "DD/MM/YYYY"}, {"join": ["/b", "/c"], "with": "-"}], "with": "/"} | {"a": "x", "at": "31/01/2026", "b": 1, "c": 2} | "X/2026-01-31/1-2"
    {"join": ["/a", {"from": "/at", "date": "DD/MM/YYYY"}]} | {"a": "x", "at": "x"} | #/at must be a date that exists, as DD/MM/YYYY
  is an issue if a value is neither text nor a number, or a number that is too large to be exact
    street | {"street": ["a"]} | #/street must be text or a number
    street | {"street": true} | #/street must be text or a number
    {"join": ["/a", "/b"]} | {"a": 1, "b": 1152921504606846976} | #/b must be text: the number is too large to be exact

a required place
  is an issue if it is missing
    {"from": "/job/title", "required": true} | {} | #/job/title must be there: the reader may lack the right to see it
    {"from": "/job/title", "required": true} | {"job": {}} | #/job/title must be there: the reader may lack the right to see it
  may have no value
    {"from": "/job/title", "required": true} | {"job": {"title": null}} | -
    {"from": "/job/title", "required": true} | {"job": {"title": "Engineer"}} | "Engineer"
  is missing if the list is missing, but not if the list only lacks the item
    jobOfWork | {} | #/jobs must be there: the reader may lack the right to see it
    jobOfWork | {"jobs": []} | -

a number, in /graceDays
  is read from text of digits only, and other values stay for the schema of the event to refuse
    "/days" | {"days": "30"} | 30
    "/days" | {"days": 30} | 30
    "/days" | {"days": "-1"} | "-1"
    "/days" | {"days": "1e3"} | "1e3"
    "/days" | {"days": true} | true
  stays for the schema to refuse if it is too large to be exact
    "/days" | {"days": 100000000000000000000} | 100000000000000000000

the type of an event, in type
  is the one that the table has for the value of the payload
    action | {"what": "Created"} | "employee.hired"
    action | {"what": "Deleted"} | "employee.terminated"
  may be null, which ignores the payload
    action | {"what": "Updated"} | -
  is an issue if it is missing or unknown
    action | {} | #/what must be given: the map derives the event type from it
    action | {"what": "Renamed"} | #/what must be one of Created, Deleted, Updated
  is the first row of the table that any item matches, but a termination only if all items match such a row
    contracts | {"contracts": ["ended", "active"]} | "employee.hired"
    contracts | {"contracts": ["away", "active"]} | "employee.hired"
    contracts | {"contracts": ["away", "ended"]} | "employee.suspended"
    contracts | {"contracts": ["other", "active"]} | "employee.hired"
    contracts | {"contracts": ["ended", "ended"]} | "employee.terminated"
    contracts | {"contracts": ["ended", "other"]} | #/contracts must be one of active, away, ended
    contracts | {"contracts": ["ended", null]} | #/contracts must be one of active, away, ended
    contracts | {"contracts": []} | #/contracts must be one of active, away, ended
    contracts | {"contracts": null} | #/contracts must be given: the map derives the event type from it
  may be a row that stands behind the termination, and still counts first
    pausing | {"contracts": ["ended", "pausing"]} | "employee.suspended"
  may be the row of an empty list, or of an empty item
    pausing | {"contracts": []} | "employee.terminated"
    pausing | {"contracts": ["ended", null]} | "employee.terminated"

the time of an event, in timestamp
  comes from the payload
    "/at" | {"at": "2026-01-30T08:00:00Z"} | "2026-01-30T08:00:00.000Z"
  is an issue if its form is ambiguous
    "/at" | {"at": "2026-01-30"} | #/at must be a date-time with its offset (2026-01-31T09:00:00+01:00), or Unix seconds or milliseconds
  may come from a table, and is an issue if the table lacks the value of the payload
    {"from": "/when", "values": {"first": {"from": "/at"}}} | {"when": "first", "at": 1769760000} | "2026-01-30T08:00:00.000Z"
    {"from": "/when", "values": {"first": {"from": "/at"}}} | {"when": "second", "at": 1769760000} | #/when must be one of first

the delivery id of an event, in deliveryId
  is the sender's own
    ["/eventId", "/seq"] | {"eventId": "ev-1", "seq": 7} | "ev-1"
    ["/eventId", "/seq"] | {"seq": 7} | "7"
  may be a join
    {"join": ["/id", "/at"], "with": ":"} | {"at": 1} | "E1:1"
  is absent if the payload has none
    "/eventId" | {} | -
    "/eventId" | {"eventId": null} | -
    "/eventId" | {"eventId": {}} | -
    "/eventId" | {"eventId": 100000000000000000000} | -
`;

/** The rows of a table, each with the sentence above it. */
function casesOf(lines: readonly string[]) {
  let title = "";
  return lines.flatMap((line) => {
    const [source = "", payload = "", expected] = line.trim().split(" | ");
    if (expected !== undefined) return [{ title, source, payload, expected }];
    title = line.trim();
    return [];
  });
}

const read = (cell: string): unknown =>
  cell in named ? named[cell] : JSON.parse(cell);
const payloadOf = (cell: string) =>
  Object.assign({ ...hirePayload }, read(cell));
function expectedOf(cell: string): unknown {
  if (cell === "-") return undefined;
  return cell.startsWith("#") ? cell : JSON.parse(cell);
}

for (const section of singleFields.trim().split("\n\n")) {
  const [name = "", ...lines] = section.split("\n");
  const field = / in (\/?\w+)$/.exec(name)?.[1] ?? "/title";
  test.each(casesOf(lines))(`${name} $title: $payload`, (row) => {
    const event = only(mapOf(field, read(row.source)), payloadOf(row.payload));
    const result = partsOrIssues(event);
    const value: unknown =
      typeof result === "string"
        ? result
        : Reflect.get(result, field.replace("/", ""));
    expect(value).toEqual(expectedOf(row.expected));
  });
}

/** Below each sentence: several fields | the payload | the data of the event, beside `hireData`. */
const severalFields = String.raw`
  become an item with a boolean, also if the payload has text
    primary | {"p": "1", "main": "true"} | {"phones": [{"value": "1", "primary": true}]}
    primary | {"p": "1", "main": false} | {"phones": [{"value": "1", "primary": false}]}
  make a list in the order of their indexes
    phones | {"work": "1", "mobile": "2"} | {"phones": [{"value": "1"}, {"value": "2", "label": "Mobile Phone Number"}]}
  make no gap for an empty item
    phones | {"mobile": "2"} | {"phones": [{"value": "2", "label": "Mobile Phone Number"}]}
  make no item that consists of constants only
    phones | {"work": "1"} | {"phones": [{"value": "1"}]}
    phones | {} | {}
  make an item that the payload fills through a table
    desk | {"site": "OSL"} | {"phones": [{"value": "+47 1", "label": "Phone Number"}]}
    desk | {} | {}
  may make an item of a constant only, where the items are plain texts
    newTag | {} | {"tags": ["new"]}
    newTag | {"team": "blue"} | {"tags": ["new", "blue"]}
  may take a list as a whole
    {"/tags": "/teams"} | {"teams": ["a", "b"]} | {"tags": ["a", "b"]}
`;
test.each(casesOf(severalFields.split("\n")))(
  "several fields $title: $payload",
  ({ source, payload, expected }) => {
    const map = mapWith({}, { ...(read(source) as object) });
    const data = Object.assign({ ...hireData }, JSON.parse(expected));
    expect(only(map, payloadOf(payload))).toHaveProperty("envelope.data", data);
  },
);

describe("a mapped payload", () => {
  test("becomes our event with its values in our fields, and with its place in the body", () => {
    expect(only(mapWith({}), hirePayload)).toMatchObject({
      envelope: { type: "employee.hired", data: hireData },
      at: "",
      places: { "/email": "/mail" },
    });
  });

  test.each([undefined, null, "text", 7, true, [hirePayload]])(
    "is an issue if it is not an object: %j",
    (body) => {
      expect(only(mapWith({}), body)).toEqual(issues("#", "must be an object"));
    },
  );

  test("is an issue if it is nested more than 32 levels deep", () => {
    const deep = (levels: number): unknown =>
      JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);
    const body = (levels: number) => ({ ...hirePayload, x: deep(levels) });
    expect(only(mapWith({}), body(31))).toHaveProperty("envelope");
    for (const levels of [32, 100_000])
      expect(only(mapWith({}), body(levels))).toEqual(
        issues("#", "must not nest more than 32 levels"),
      );
  });

  test("is an issue if a list in which it chooses has more than 1000 items", () => {
    const first = { from: "/emails", first: "" };
    const readItems = (length: number) => {
      const payload = { ...hirePayload, emails: Array(length).fill("a") };
      return partsOrIssues(only(mapOf("/title", first), payload));
    };
    expect(readItems(1000)).toHaveProperty("title", "a");
    expect(readItems(1001)).toBe("#/emails must have at most 1000 items");
  });
});

// Title | event type | fields of the map | the payload's `x` | data beside the employee id
test.each(rows<[string, string, object, unknown, object]>`
  null clears the field of a change | employee.changed | ${{ "/title": { from: "/x", nullClears: true } }} | ${null} | ${{ title: null }}
  null clears the date of a change | employee.changed | ${{ "/startDate": { from: "/x", date: "DD/MM/YYYY", nullClears: true } }} | ${null} | ${{ startDate: null }}
  the placeholder of a date clears nothing | employee.changed | ${{ "/startDate": { from: "/x", date: "DD/MM/YYYY", nullClears: true } }} | 00/00/0000 | ${{}}
  null clears no item of a list | employee.changed | ${{ "/phones/0/value": { from: "/x", nullClears: true } }} | ${null} | ${{}}
  null clears no field of a hire | employee.hired | ${{ ...hireMap.fields, "/title": { from: "/x", nullClears: true } }} | ${null} | ${hireData}
`)("in a source with nullClears, %s", (_, type, fields, x, data) => {
  const map = fieldMapSchema.parse({
    type: { value: type },
    fields: { "/employeeId": "/id", ...fields },
  });
  expect(only(map, { ...hirePayload, x })).toHaveProperty("envelope.data", {
    employeeId: "E1",
    ...data,
  });
});

test.each([
  [undefined, {}, undefined],
  ["Europe/Oslo", {}, "Europe/Oslo"],
  ["Europe/Oslo", { zone: "Asia/Tokyo" }, "Asia/Tokyo"],
])(
  "an event has its own zone, else the zone of its map, beside its other fields: map %s, event %j",
  (ofMap, own, expected) => {
    const map = mapWith(ofMap === undefined ? {} : { zone: ofMap }, {
      "/zone": "/zone",
    });
    const event = only(map, { ...hirePayload, ...own });
    const data = { ...hireData, ...(expected && { zone: expected }) };
    expect(event).toHaveProperty("envelope.data", data);
  },
);

// Half an hour before midnight in UTC, when it is the next day in Oslo and in Tokyo, the zone of the receiver.
test.each([
  ["Europe/Oslo", "2026-02-01", true],
  ["UTC", "2026-01-31", false],
  [undefined, "2026-02-01", true],
])(
  "dates are read in the zone of the map, else of the receiver: in %s, the instant is on %s, 31 January is past: %s",
  (own, startDate, isPast) => {
    const type = isPast ? "employee.hired" : "employee.changed";
    const left = { from: "/left", date: "YYYY-MM-DD" };
    const values = { past: "employee.hired" };
    const map = mapWith(
      {
        ...(own && { zone: own }),
        type: { ...left, values, otherwise: "employee.changed" },
      },
      { "/startDate": { from: "/hired", date: "instant" } },
    );
    const hired = "2026-01-31T23:30:00Z";
    const body = { ...hirePayload, hired, left: "2026-01-31" };
    const at = { nowMs: Date.parse(hired), zone: "Asia/Tokyo" };
    const [event] = applyFieldMap(map, body, at);
    expect(event).toMatchObject({ envelope: { type, data: { startDate } } });
  },
);

const withdrawLastDay = { withdrawLastDay: true };
const leftWithoutLastDay = { leftWithoutLastDay: true };
const withdrawn = "employee.termination_cancelled";
// `read-date.test.ts` has all placeholders that mean no date, such as 9999-12-31.
test.each(rows<[title: string, flags: object, payload: object, is: string]>`
  a placeholder is ignored | ${{}} | ${{ leaves: "9999-12-31" }} | ignored
  null is ignored | ${{}} | ${{ leaves: null }} | ignored
  no field at all is a termination at once | ${{}} | ${{}} | employee.terminated
  a placeholder withdraws it, with withdrawLastDay | ${withdrawLastDay} | ${{ leaves: "9999-12-31" }} | ${withdrawn}
  null withdraws it, with withdrawLastDay | ${withdrawLastDay} | ${{ leaves: null }} | ${withdrawn}
  no field at all withdraws nothing, with withdrawLastDay | ${withdrawLastDay} | ${{}} | employee.terminated
  null is a termination at once, with leftWithoutLastDay | ${leftWithoutLastDay} | ${{ leaves: null }} | employee.terminated
`)("in place of a last day, %s", (_, flags, payload, is) => {
  const lastDay = { from: "/leaves", date: "YYYY-MM-DD" };
  const map = terminationMap({ "/lastDay": lastDay }, flags);
  const event = only(map, { id: "E1", ...payload });
  if (is === "ignored") expect(event).toHaveProperty(is);
  else expect(event).toHaveProperty("envelope.type", is);
});

test("the type of an event decides which fields of the map count", () => {
  const map = mapWith({ type: named["action"] }, { "/lastDay": "/until" });
  const payload = { ...hirePayload, until: "2026-02-28" };
  expect(only(map, { ...payload, what: "Deleted" })).toHaveProperty(
    "envelope.data",
    { employeeId: "E1", lastDay: "2026-02-28" },
  );
  const hired = only(map, { ...payload, what: "Created" });
  expect(hired).toHaveProperty("envelope.data", hireData);
});

test.each(rows<[string, object, object, number | undefined, string]>`
  the signed time if the payload has none | ${{ timestamp: "/at" }} | ${{}} | ${nowMs - 60_000} | 2026-01-31T18:41:00.000Z
  the signed time if the map has none | ${{}} | ${{}} | ${nowMs - 60_000} | 2026-01-31T18:41:00.000Z
  the time of the payload, also if the request has a signed time | ${{ timestamp: "/at" }} | ${{ at: 1769760000 }} | ${nowMs} | 2026-01-30T08:00:00.000Z
  the time of receipt if there is no other | ${{}} | ${{}} | ${undefined} | 2026-01-31T18:42:00.000Z
`)(
  "the time of a mapped event is %s",
  (_, parts, payload, signedAtMs, time) => {
    const [event] = applyFieldMap(
      mapWith({ ...parts }),
      { ...hirePayload, ...payload },
      { nowMs, zone, signedAtMs },
    );
    expect(event).toHaveProperty("envelope.timestamp", time);
  },
);

describe("several events in one body", () => {
  const map = mapWith({ each: "/data/people" });
  const people = ["E1", "E2", "E3"].map((id) => ({ ...hirePayload, id }));
  const many = (length: number) => Array.from({ length }, () => people[0]);

  test.each(rows<[string, unknown, number, string?]>`
    zero events | ${[]} | ${0}
    the items of a body that is an array | ${people} | ${3} | ${""}
    a hundred events | ${many(100)} | ${100}
  `)("may be %s", (_, list, count, each = "/list") => {
    const body = each === "" ? list : { list };
    expect(apply(mapWith({ each }), body)).toHaveLength(count);
  });

  test.each(rows<[what: string, body: unknown, detail: string]>`
    undefined | ${undefined} | must be an array
    null | ${null} | must be an array
    an object without the list | ${{ data: {} }} | must be an array
    an object with another object as the list | ${{ data: { people: {} } }} | must be an array
    an object with 101 items | ${{ data: { people: many(101) } }} | must have at most 100 items
  `)("are an issue if the body is %s", (_, body, detail) => {
    expect(apply(map, body)).toEqual([issues("#/data/people", detail)]);
  });
});

const lookupMap = recordMapSchema.parse({
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
const id = { employeeId: "E1" };
const ofRecord = { name: { givenName: "Zoë" }, email: hireData.email };

test.each(rows<[unknown, string, object]>`
  ${{ ...id, event: "employee.left" }} | employee.terminated | ${id}
  ${id} | employee.hired | ${{ ...id, ...ofRecord }}
  ${undefined} | employee.hired | ${ofRecord}
`)(
  "the map of a lookup reads the thin event %j beside the record: %s",
  (event, type, data) => {
    const record = { first: "Zoë", mail: hireData.email };
    const given = { nowMs, zone, event };
    const [found] = applyFieldMap(lookupMap, record, given);
    expect(found).toHaveProperty("envelope.type", type);
    expect(found).toHaveProperty("envelope.data", data);
  },
);

test("random sources read any payload without an exception, and change nothing outside their result", () => {
  const places = fc.constantFrom("", "/a", "/a/b", "/0", "/list", "/a/0/b");
  const names = fc.constantFrom("a", "b", "list", "__proto__", "constructor");
  const payloads = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom("x", "2026-01-31", "0000-00-00", "__proto__", 1e300, -0),
      fc.jsonValue(),
      fc.dictionary(names, tie("any")),
      fc.array(tie("any"), { maxLength: 4 }),
    ),
  })).any;
  const from = places;
  const date = fc.constantFrom("YYYY-MM-DD", "instant");
  const conditions = fc.dictionary(places, fc.constantFrom("x", true, 7), {
    minKeys: 1,
    maxKeys: 3,
  });
  const values = fc.constant({ x: "y" });
  const past = fc.constant({ past: "x", "": 7 });
  const simpleSources = fc.oneof(
    fc.record({ from, date, nullClears: fc.boolean() }),
    fc.record({ from, date, values: past }),
    fc.record({ from, where: conditions, first: places }),
    fc.record({ from, all: places }),
    fc.record({ from, values, otherwise: places }),
  );
  const parts = fc.oneof(simpleSources, places);
  const joined = fc.array(parts, { minLength: 1, maxLength: 3 });
  const sources = fc.oneof(simpleSources, fc.record({ join: joined }));
  const before = Object.getOwnPropertyNames(Object.prototype);
  fc.assert(
    fc.property(sources, payloads, (source, payload) => {
      const map = mapWith(
        {
          each: "",
          type: { value: "employee.changed" },
          timestamp: source,
          deliveryId: "/a",
        },
        {
          "/title": source,
          "/tags": source,
          "/identities/constructor": "/a",
          "/phones/0/value": [source, { from: "", of: "body" }],
        },
      );
      const body: unknown = JSON.parse(JSON.stringify([payload]));
      for (const event of apply(map, body))
        if ("issues" in event)
          for (const { pointer } of event.issues)
            expect(pointer).toMatch(/^#(?:\/0|$)/);
        else if ("envelope" in event)
          expect(Object.getPrototypeOf(event.envelope.data)).toBe(
            Object.prototype,
          );
    }),
    { numRuns: effort(150, 10_000) },
  );
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
});
