import { describe, expect, test } from "vitest";
import { readEvents } from "../../../../shared/webhook/field-map/read-events.ts";
import { hirePayload, mapWith } from "./hire-map.ts";

const nowMs = Date.UTC(2026, 0, 5);
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

/** The events of a body without issues. */
function read(...given: Parameters<typeof readEvents>) {
  const result = readEvents(...given);
  expect(result.errors).toEqual([]);
  return result;
}
const idsOf = (...given: Parameters<typeof readEvents>) =>
  read(...given).events.map(({ deliveryId }) => deliveryId);

const many = mapWith({ each: "/employees" });
const bundle = (...ids: string[]) => ({
  employees: ids.map((id) => ({ ...hirePayload, id })),
});

describe("reading events without a field map", () => {
  test("takes any body as the event", () => {
    for (const body of [{ type: "any" }, [], null, "text", undefined]) {
      const { events, ignored } = read(undefined, delivered(body), types);
      expect(events).toMatchObject([
        {
          document: body,
          deliveryId: "of-the-body",
          fingerprint: "of-the-body",
        },
      ]);
      expect(ignored).toBe(0);
    }
  });

  test("takes the signed delivery id, or the fingerprint of the bytes if there is none", () => {
    const signed = delivered({}, { deliveryId: "msg_1" });
    expect(idsOf(undefined, signed, types)).toEqual(["msg_1"]);
    expect(idsOf(undefined, delivered({}), types)).toEqual(["of-the-body"]);
  });

  test("does not translate issues", () => {
    const issue = { pointer: "#/data/email", detail: "must be an email" };
    const [event] = read(undefined, delivered({}), types).events;
    expect(event?.translateIssue(issue)).toEqual([issue]);
  });
});

describe("reading events with a field map", () => {
  test("counts and leaves out ignored items and items of another function", () => {
    const map = mapWith({
      each: "/employees",
      type: {
        from: "/what",
        values: {
          in: "employee.hired",
          out: "employee.terminated",
          other: null,
        },
      },
    });
    const body = {
      employees: ["in", "out", "other", "in"].map((what) => ({
        ...hirePayload,
        what,
      })),
    };
    const { events, ignored } = read(map, delivered(body), types);
    expect([events.length, ignored]).toEqual([2, 2]);
    const none = { employees: [{ what: "other" }] };
    expect(read(map, delivered(none), types)).toEqual({
      events: [],
      errors: [],
      ignored: 1,
    });
  });

  test("reports the issues of all items at once with the sender's pointers, and reads the other events", () => {
    const body = { employees: [7, hirePayload, "text"] };
    expect(readEvents(many, delivered(body), types)).toMatchObject({
      events: [{ document: { data: { employeeId: "E1" } } }],
      errors: [
        { pointer: "#/employees/0", detail: "must be an object" },
        { pointer: "#/employees/2", detail: "must be an object" },
      ],
      ignored: 0,
    });
    expect(readEvents(many, delivered({}), types)).toEqual({
      events: [],
      errors: [{ pointer: "#/employees", detail: "must be an array" }],
      ignored: 0,
    });
  });

  test("does not report issues of an event of another function", () => {
    const map = mapWith({ timestamp: "/when" });
    const body = { ...hirePayload, when: "never" };
    expect(readEvents(map, delivered(body), ["status.set"])).toEqual({
      events: [],
      errors: [],
      ignored: 1,
    });
  });

  test("translates an issue of the envelope to the sender's pointers", () => {
    const { events } = read(many, delivered(bundle("E1", "E2")), types);
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
});

describe("the delivery id of an item", () => {
  test("is the sender's own, if the map names one", () => {
    const map = mapWith({ deliveryId: "/event" });
    const body = { ...hirePayload, event: 4711 };
    expect(idsOf(map, delivered(body), types)).toEqual(["4711"]);
  });

  test("is the signed id of the request with the index of the item, if the scheme signs an id", () => {
    const signed = delivered(bundle("E1", "E2"), { deliveryId: "msg_1" });
    expect(idsOf(many, signed, types)).toEqual(["msg_1#0", "msg_1#1"]);
  });

  test("keeps its index if items before it are ignored", () => {
    const map = mapWith({
      each: "/employees",
      type: {
        from: "/what",
        values: { no: null },
        otherwise: { value: "employee.hired" },
      },
    });
    const [first, second] = bundle("E1", "E2").employees;
    const body = { employees: [{ ...first, what: "no" }, second] };
    const signed = delivered(body, { deliveryId: "msg_1" });
    expect(idsOf(map, signed, types)).toEqual(["msg_1#1"]);
  });

  test("is otherwise the fingerprint of the item, which does not depend on the bundle", () => {
    const together = idsOf(many, delivered(bundle("E1", "E2")), types);
    const other = idsOf(many, delivered(bundle("E0", "E2", "E1")), types);
    expect([other[2], other[1]]).toEqual(together);
    expect(new Set([...together, ...other]).size).toBe(3);
    const { events } = read(many, delivered(bundle("E1")), types);
    expect(events[0]?.fingerprint).toBe(together[0]);
  });
});

test("all issues of an item come at once: those of the map, and those of the fields that it could fill", () => {
  const map = mapWith(
    {},
    { "/startDate": { from: "/start", date: "DD.MM.YYYY" } },
  );
  const body = { ...hirePayload, start: "soon", mail: "no address" };
  const { errors } = readEvents(map, delivered(body), types, () => [
    { pointer: "#/data/email", detail: "must be an e-mail address" },
    // What follows from the date that could not be read is not said again.
    { pointer: "#/data/startDate", detail: "must be given" },
  ]);
  expect(errors).toEqual([
    { pointer: "#/start", detail: "must be a date as DD.MM.YYYY" },
    { pointer: "#/mail", detail: "must be an e-mail address" },
  ]);
});
