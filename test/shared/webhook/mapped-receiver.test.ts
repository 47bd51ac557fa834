import { describe, expect, test } from "vitest";
import { operationIdOf } from "../../../shared/webhook/delivery.ts";
import { problemOf, type Sent, useReceiver } from "./receiver-for-test.ts";
import { hired, kindsForTest } from "./event-for-test.ts";
import { hireMap, hirePayload } from "./field-map/hire-map.ts";

const token = "the-token-of-people";
const people = (key: string, scopes: string[]) => ({
  scheme: "bearer",
  keys: [key],
  scopes,
  map: {
    ...hireMap,
    each: "/employees",
    type: {
      from: "/action",
      values: {
        hired: "employee.hired",
        left: "employee.terminated",
        status: "status.set",
      },
      otherwise: { value: null },
    },
    fields: {
      ...hireMap.fields,
      "/startDate": "/start",
      "/text": { value: "new" },
    },
    deliveryId: "/event",
  },
});
const receiver = useReceiver({
  events: kindsForTest,
  callers: {
    people: people(token, ["onboard"]),
    "reader-of-people": people(`${token}-2`, ["adopt"]),
  },
});

const item = (id: string, changes: Record<string, unknown> = {}) => ({
  ...hirePayload,
  id,
  event: `event-${id}`,
  action: "hired",
  ...changes,
});
const idOf = (id: string) => operationIdOf("people", `event-${id}`);

/** Sends items in one body, as an HR system with words of its own. */
function send(items: unknown, sent: Sent = {}): Promise<Response> {
  return receiver().sendAsBot({
    ...sent,
    path: "/notes/people",
    headers: { authorization: `Bearer ${token}`, ...sent.headers },
    event: { employees: items },
  });
}

describe("a body with several events of a caller with a map", () => {
  test("is answered 202 with all their operations, and nowhere else to look", async () => {
    const response = await send([
      item("E-1"),
      item("E-2", { start: "2026-02-01" }),
    ]);
    expect(response.status).toBe(202);
    expect(response.headers.has("location")).toBe(false);
    expect(await response.json()).toMatchObject({
      operations: [
        { id: idOf("E-1"), employeeId: "E-1", status: "accepted" },
        {
          id: idOf("E-2"),
          employeeId: "E-2",
          status: "waiting",
          dueAt: "2026-02-01T00:00:00.000Z",
        },
      ],
    });
    expect(receiver().started).toEqual([idOf("E-1")]);
  });

  test("does not wait, for there is no one answer", async () => {
    const { time } = receiver();
    const headers = { prefer: "wait=10" };
    const response = await send([item("E-1"), item("E-2")], { headers });
    expect(response.headers.has("preference-applied")).toBe(false);
    expect(time.nowMs()).toBe(Date.UTC(2026, 0, 5));
  });

  test("is answered like one event when it brings one", async () => {
    const response = await send([item("E-1")]);
    expect(response.headers.get("location")).toBe(`/operations/${idOf("E-1")}`);
    expect(await response.json()).toMatchObject({ id: idOf("E-1") });
  });

  test("that has none for us is answered 202 with none, and that is logged", async () => {
    const { lines } = receiver();
    const items = [
      item("E-1", { action: "painted" }),
      item("E-2", { action: "left" }),
    ];
    const response = await send(items);
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({ operations: [] });
    expect(lines).toEqual([
      {
        level: "warn",
        message: "ignored",
        fields: { caller: "people", count: 2 },
      },
    ]);
  });

  test("again, bundled otherwise, starts nothing new", async () => {
    const { started, ids } = receiver();
    await send([item("E-1"), item("E-2")]);
    const stored = await ids();
    await send([item("E-2")]);
    await send([item("E-2"), item("E-1")]);
    expect(new Set(started)).toEqual(new Set([idOf("E-1"), idOf("E-2")]));
    expect(await ids()).toEqual(stored);
  });
});

describe("a refusal of a mapped body", () => {
  test("names every issue in the sender's own words, and takes the events that have none", async () => {
    const { ids, started } = receiver();
    const response = await send([
      item("E-1"),
      item("E-2", { mail: "canary-mail" }),
      item("E-3", { first: undefined, start: "canary-start" }),
    ]);
    expect(response.status).toBe(400);
    const problem = await problemOf(response);
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual([
      "#/employees/1/mail",
      "#/employees/2/first",
      "#/employees/2/start",
    ]);
    expect(problem.text).not.toContain("canary");
    expect(problem.operations).toMatchObject([{ employeeId: "E-1" }]);
    expect(await ids()).toHaveLength(2);
    expect(started).toHaveLength(1);
  });

  test("says where the items are missing", async () => {
    const problem = await problemOf(await send({}));
    expect(problem.errors).toEqual([
      { pointer: "#/employees", detail: "must be an array" },
    ]);
    expect(receiver().lines).toEqual([
      {
        level: "warn",
        message: "unreadable",
        fields: { caller: "people", count: 1 },
      },
    ]);
  });

  test("is a 403 for a caller who may not ask for that", async () => {
    const { ids } = receiver();
    const response = await receiver().sendAsBot({
      path: "/notes/reader-of-people",
      headers: { authorization: `Bearer ${token}-2` },
      event: { employees: [item("E-1"), item("E-2")] },
    });
    expect(response.status).toBe(403);
    expect(await problemOf(response)).not.toHaveProperty("operations");
    expect(await ids()).toEqual([]);
  });

  test("is a 422 when one of them is something else than before", async () => {
    await send([item("E-1")]);
    const changed = item("E-1", { mail: "other@example.com" });
    const response = await send([changed, item("E-2")]);
    expect(response.status).toBe(422);
    // The other is taken all the same, and the sender learns of it.
    expect((await problemOf(response)).operations).toMatchObject([
      { employeeId: "E-2" },
    ]);
  });

  test("has no mercy with an event of ours, which this caller does not speak", async () => {
    const response = await receiver().sendAsBot({
      path: "/notes/people",
      headers: { authorization: `Bearer ${token}` },
      event: hired("E-1"),
    });
    expect(response.status).toBe(400);
  });
});
