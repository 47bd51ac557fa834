import { describe, expect, test } from "vitest";
import { operationIdOf } from "../../../shared/webhook/delivery.ts";
import { problemOf, type Sent, useReceiver } from "./receiver-for-test.ts";
import { kindsForTest } from "./event-for-test.ts";
import { hireMap, hirePayload } from "./field-map/hire-map.ts";

const token = "the-token-of-people";
const people = {
  scheme: "bearer",
  keys: [token],
  scopes: ["onboard"],
  map: {
    ...hireMap,
    each: "/employees",
    type: {
      from: "/action",
      values: { hired: "employee.hired", left: "employee.terminated" },
      otherwise: null,
    },
    fields: { ...hireMap.fields, "/startDate": "/start" },
    deliveryId: "/event",
  },
};
const receiver = useReceiver({ events: kindsForTest, callers: { people } });

const item = (id: string, changes: Record<string, unknown> = {}) => ({
  ...hirePayload,
  id,
  event: `event-${id}`,
  action: "hired",
  ...changes,
});
const idOf = (id: string) => operationIdOf("people", `event-${id}`);

/** Sends items in one body, as an HR system with its own field names. */
function send(items: unknown, sent: Sent = {}): Promise<Response> {
  return receiver().sendAsBot({
    ...sent,
    path: "/notes/people",
    headers: { authorization: `Bearer ${token}`, ...sent.headers },
    event: { employees: items },
  });
}

describe("a body with several events of a caller with a field map", () => {
  test("is answered 202 with all operations and without a Location", async () => {
    const response = await send([
      item("E-1"),
      item("E-2", { start: "2026-02-01" }),
    ]);
    expect(response.status).toBe(202);
    expect(response.headers.has("location")).toBe(false);
    expect(await response.json()).toMatchObject({
      operations: [
        { id: idOf("E-1"), employeeId: "E-1", status: "accepted" },
        { id: idOf("E-2"), employeeId: "E-2", status: "accepted" },
      ],
    });
    expect(new Set(receiver().started)).toEqual(
      new Set([idOf("E-1"), idOf("E-2")]),
    );
  });

  test("is answered at once, because a preferred wait applies to a single operation", async () => {
    const { time } = receiver();
    const headers = { prefer: "wait=10" };
    const response = await send([item("E-1"), item("E-2")], { headers });
    expect(response.headers.has("preference-applied")).toBe(false);
    expect(time.nowMs()).toBe(Date.UTC(2026, 0, 5));
  });

  test("is answered like a single event if it has only one", async () => {
    const response = await send([item("E-1")]);
    expect(response.headers.get("location")).toBe(`/operations/${idOf("E-1")}`);
    expect(await response.json()).toMatchObject({ id: idOf("E-1") });
  });

  test("is answered 202 without operations if it has no event for us, which is logged", async () => {
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
});

describe("a refused body of a caller with a field map", () => {
  test("has the pointers of the sender's payload for every issue, and its valid events are accepted", async () => {
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
    expect(await ids()).toHaveLength(1);
    expect(started).toHaveLength(1);
  });

  test("is answered 422 if the delivery id of one item was used for another event", async () => {
    await send([item("E-1")]);
    const changed = item("E-1", { mail: "other@example.com" });
    const response = await send([changed, item("E-2")]);
    expect(response.status).toBe(422);
    // The other event is accepted, and the sender learns its operation.
    expect((await problemOf(response)).operations).toMatchObject([
      { employeeId: "E-2" },
    ]);
  });
});
