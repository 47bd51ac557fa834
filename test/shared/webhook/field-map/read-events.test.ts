import { expect, test } from "vitest";
import type { FieldMap } from "../../../../shared/webhook/field-map/field-map.ts";
import { readEvents } from "../../../../shared/webhook/field-map/read-events.ts";
import { instantForms } from "../../../../shared/webhook/field-map/read-date.ts";
import { rows } from "../../../fixtures/rows.ts";
import { hirePayload, mapWith } from "./hire-map.ts";

const nowMs = Date.UTC(2026, 0, 5);
/** The event types of the receiver. */
const types = ["employee.hired", "employee.adopted"];
const delivered = (body: unknown, changes: Record<string, unknown> = {}) => ({
  body,
  deliveryId: undefined,
  fingerprint: "of-the-body",
  signedAtMs: undefined,
  zone: "UTC",
  nowMs,
  ...changes,
});

const listMap = mapWith({ each: "/employees" });
const byAction = {
  each: "/employees",
  type: {
    from: "/what",
    values: { in: "employee.hired", out: "employee.terminated", other: null },
  },
};
const actionMap = mapWith(byAction);
/** It reads the time from the e-mail address, which is no time. */
const mailTimeMap = mapWith({ ...byAction, timestamp: "/mail" });
const bundle = (...ids: string[]) => ({
  employees: ids.map((id) => ({ ...hirePayload, id })),
});
const doing = (...actions: string[]) => ({
  employees: actions.map((what) => ({ ...hirePayload, what })),
});

test.each([{ type: "any" }, [], null, "text", undefined])(
  "without a field map, any body is the event, and its issues stay as they are: %j",
  (body) => {
    const result = readEvents(undefined, delivered(body), types);
    const { events, ...others } = result;
    expect(others).toEqual({ errors: [], ignored: 0 });
    expect(events).toMatchObject([
      { document: body, fingerprint: "of-the-body" },
    ]);
    const issue = { pointer: "#/data/email", detail: "must be an email" };
    expect(events[0]?.translateIssue(issue)).toEqual([issue]);
  },
);

// Title | map | body | number of events | issues, each with pointer and detail | number of ignored items
test.each(rows<[string, FieldMap, unknown, number, [string, string][], number]>`
  without the items that the map ignores, and those of another function | ${actionMap} | ${doing("in", "out", "other", "in")} | ${2} | ${[]} | ${2}
  without an event, if the map ignores every item | ${actionMap} | ${doing("other")} | ${0} | ${[]} | ${1}
  with the issues of all items at once, and the events of the others | ${listMap} | ${{ employees: [7, hirePayload, "text"] }} | ${1} | ${[
    ["#/employees/0", "must be an object"],
    ["#/employees/2", "must be an object"],
  ]} | ${0}
  with the issue of the body, if it lacks the list | ${listMap} | ${{}} | ${0} | ${[["#/employees", "must be an array"]]} | ${0}
  without the issues of an event of another function | ${mailTimeMap} | ${doing("out")} | ${0} | ${[]} | ${1}
  with the issue of a time | ${mailTimeMap} | ${doing("in")} | ${0} | ${[["#/employees/0/mail", "must be " + instantForms]]} | ${0}
`)("a body is read %s", (_, map, body, count, issues, ignored) => {
  const result = readEvents(map, delivered(body), types);
  expect(result.events).toHaveLength(count);
  expect(result.errors).toEqual(
    issues.map(([pointer, detail]) => ({ pointer, detail })),
  );
  expect(result.ignored).toBe(ignored);
});

test("an issue of the envelope gets the sender's pointers", () => {
  const { events } = readEvents(listMap, delivered(bundle("E1", "E2")), types);
  const translate = (pointer: string) =>
    events[1]?.translateIssue({ pointer, detail: "is wrong" });
  expect(translate("#/data/email")).toEqual([
    { pointer: "#/employees/1/mail", detail: "is wrong" },
  ]);
  expect(translate("#/data/name")).toEqual([
    { pointer: "#/employees/1/first", detail: "is wrong" },
    { pointer: "#/employees/1/last", detail: "is wrong" },
  ]);
  // The sender does not control this field, so its issue keeps our pointer.
  expect(translate("#/type")).toEqual([
    { pointer: "#/type", detail: "is wrong" },
  ]);
});

const signed = { deliveryId: "msg_1" };
const ofBatch = mapWith({
  each: "/employees",
  deliveryId: ["/event", { from: "/batch", of: "body" }],
});
const [item] = bundle("E1").employees;
const batch = { batch: 7, employees: [item, { ...item, event: 8 }, item] };
const idsOf = (
  map: FieldMap | undefined,
  body: unknown,
  changes: Record<string, unknown> = {},
) =>
  readEvents(map, delivered(body, changes), types).events.map(
    ({ deliveryId }) => deliveryId,
  );

test.each(rows<[string, FieldMap | undefined, unknown, object, string[]]>`
  the signed one of a body without a field map | ${undefined} | ${{}} | ${signed} | ${["msg_1"]}
  the fingerprint of a body without a field map, if no id is signed | ${undefined} | ${{}} | ${{}} | ${["of-the-body"]}
  the sender's own, if the map names one | ${mapWith({ deliveryId: "/event" })} | ${{ ...hirePayload, event: 4711 }} | ${signed} | ${["4711"]}
  that of the body with the index of the item, if the item has none | ${ofBatch} | ${batch} | ${signed} | ${["7#0", "8", "7#2"]}
  the signed one with the index of the item | ${listMap} | ${bundle("E1", "E2")} | ${signed} | ${["msg_1#0", "msg_1#1"]}
  the signed one with the index in the body, if items before it are ignored | ${actionMap} | ${doing("other", "in")} | ${signed} | ${["msg_1#1"]}
`)("the delivery id of an event is %s", (_, map, body, changes, ids) => {
  expect(idsOf(map, body, { ...changes })).toEqual(ids);
});

test("the delivery id of an item without any other id is its fingerprint, the same in each bundle", () => {
  const together = idsOf(listMap, bundle("E1", "E2"));
  const other = idsOf(listMap, bundle("E0", "E2", "E1"));
  expect([other[2], other[1]]).toEqual(together);
  expect(new Set([...together, ...other]).size).toBe(3);
  const { events } = readEvents(listMap, delivered(bundle("E1")), types);
  expect(events[0]?.fingerprint).toBe(together[0]);
});

test("all issues of an item come at once: those of the map, and those of the fields that it could fill", () => {
  const map = mapWith(
    {},
    { "/startDate": { from: "/start", date: "DD.MM.YYYY" } },
  );
  const body = { ...hirePayload, start: "soon", mail: "no address" };
  const { errors } = readEvents(map, delivered(body), types, () => [
    { pointer: "#/data/email", detail: "must be an e-mail address" },
    // The map has an issue of this field already, so this one is left out.
    { pointer: "#/data/startDate", detail: "must be given" },
  ]);
  expect(errors).toEqual([
    { pointer: "#/start", detail: "must be a date that exists, as DD.MM.YYYY" },
    { pointer: "#/mail", detail: "must be an e-mail address" },
  ]);
});
