import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { createCallers } from "../../../shared/webhook/callers.ts";
import { callersSchema } from "../../../shared/webhook/callers-secret.ts";
import { operationIdOf } from "../../../shared/webhook/delivery.ts";
import type {
  EventKinds,
  EventContent,
} from "../../../shared/webhook/envelope.ts";
import {
  createEventReceiver,
  RefusedEventError,
} from "../../../shared/webhook/event-receiver.ts";
import { rows } from "../../fixtures/rows.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";
import { hired, kindsForTest, statusOf } from "./event-for-test.ts";
import { type StoreForTest, useLaggingStore } from "../store/store-for-test.ts";

const nowMs = Date.UTC(2026, 0, 5);
const source = "com.example.hr";
const schedule = "arn:aws:scheduler:eu-central-1:111122223333:schedule/g/lunch";
const secret = callersSchema.parse({
  bus: { scheme: "eventbridge", sources: [source], scopes: ["onboard"] },
  time: {
    scheme: "eventbridge",
    sources: ["aws.scheduler"],
    scopes: ["status:any"],
  },
  bot: { scheme: "bearer", keys: ["the-token-of-bot"], scopes: ["onboard"] },
});

const emptyStore = useLaggingStore(() => 0);
let store: StoreForTest;
let started: string[];
let recorded: ReturnType<typeof recordLog>;
let outage: { start: boolean };
/** The event receiver. */
let take: (event: unknown) => Promise<void>;

beforeEach(async () => {
  store = emptyStore();
  store.clock.nowMs = nowMs;
  await store.identities.link("slack", "T1:U1", "E-7");
  started = [];
  recorded = recordLog();
  outage = { start: false };
  take = receiverFor(kindsForTest);
});

function receiverFor(kinds: EventKinds) {
  return createEventReceiver(kinds, {
    callers: createCallers({ read: async () => secret, nowMs: () => nowMs }),
    store,
    startWorkflow: async ({ id }) => {
      if (outage.start) throw new Error("cannot start");
      started.push(id);
    },
    zone: "UTC",
    nowMs: () => nowMs,
    log: recorded.log,
  });
}

/** An event as EventBridge delivers it, with the fields that we ignore. */
function busEvent(changes: Record<string, unknown> = {}) {
  const { type, data } = hired("E-1");
  return {
    version: "0",
    id: "6a7e8feb-b491-4cf7-a9f1-bf3703467718",
    account: "111122223333",
    region: "eu-central-1",
    resources: [],
    source,
    "detail-type": type,
    time: "2026-01-04T22:59:00Z",
    detail: data,
    ...changes,
  };
}

/** An event as EventBridge Scheduler sends it. */
function scheduledEvent(changes: Record<string, unknown> = {}) {
  const { type, data } = statusOf("T1:U1");
  return {
    source: "aws.scheduler",
    schedule,
    scheduledTime: "2026-01-05T00:00:00Z",
    type,
    data,
    ...changes,
  };
}

/** The reason of the refusal. Also checks that nothing was stored or started. */
async function refusalOf(event: unknown): Promise<string> {
  const before = await store.items();
  const error = await take(event).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(RefusedEventError);
  // The error that Lambda sends to the failure destination.
  expect(error).toMatchObject({ name: "RefusedEventError" });
  expect(await store.items()).toEqual(before);
  expect(started).toEqual([]);
  return (error as RefusedEventError).message;
}

const busId = operationIdOf("bus", busEvent().id);
const scheduleId = operationIdOf("time", `${schedule} 2026-01-05T00:00:00Z`);
const hiredOnBus = { type: "employee.hired", caller: "bus", employeeId: "E-1" };
const setOnTime = { type: "status.set", caller: "time", employeeId: "E-7" };

// Title | event | operation id | operation | events that are other operations
test.each(rows<[string, object, string, object, object[]]>`
  the bus has the caller of its source, and its id as the delivery id | ${busEvent()} | ${busId} | ${{ ...hiredOnBus, eventAtMs: Date.UTC(2026, 0, 4, 22, 59) }} | ${[busEvent({ id: "another" })]}
  a schedule has the scheduled time as its time | ${scheduledEvent()} | ${scheduleId} | ${{ ...setOnTime, eventAtMs: nowMs }} | ${[scheduledEvent({ scheduledTime: "2026-01-04T00:00:00Z" }), scheduledEvent({ schedule: `${schedule}-2` })]}
  the bus is not one of a schedule, even with the name and the time of one | ${busEvent({ schedule, scheduledTime: "2026-01-05T00:00:00Z" })} | ${busId} | ${hiredOnBus} | ${[]}
`)(
  "an event of %s, and is one operation however often it is delivered",
  async (_, event, id, operation, others) => {
    await take(event);
    expect(started).toEqual([id]);
    expect(await store.operations.get(id)).toMatchObject({
      ...operation,
      status: "accepted",
    });
    await Promise.all([take(event), take(event)]);
    expect(new Set(started).size).toBe(1);
    for (const other of others) await take(other);
    expect(new Set(started).size).toBe(1 + others.length);
  },
);

test("an event of the bus is refused if its id was used for another event", async () => {
  await take(busEvent());
  started.length = 0;
  const other = hired("E-2").data;
  expect(await refusalOf(busEvent({ detail: other }))).toBe("conflict");
});

/** A detail of more levels than any valid event has. */
const deep: unknown = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));

describe("event receiver", () => {
  const hire = hired("E-1");
  const status = statusOf("T1:U1");

  test.each(rows<[string, unknown, string]>`
    nothing | ${undefined} | not-an-event
    an empty object | ${{}} | not-an-event
    an event without an id | ${busEvent({ id: undefined })} | not-an-event
    an event with an empty id | ${busEvent({ id: "" })} | not-an-event
    an event with an id of 257 characters | ${busEvent({ id: "i".repeat(257) })} | not-an-event
    an event without a source | ${busEvent({ source: undefined })} | not-an-event
    an event without a type | ${busEvent({ "detail-type": undefined })} | not-an-event
    an event whose time is a number | ${busEvent({ time: 7 })} | not-an-event
    an event that nests too deeply | ${busEvent({ detail: { ...hire.data, deep } })} | not-an-event
    a schedule with an empty time | ${scheduledEvent({ scheduledTime: "" })} | not-an-event
    a schedule without a name | ${scheduledEvent({ schedule: undefined })} | not-an-event
    a source that no caller has | ${busEvent({ source: "com.example.other" })} | unknown-source
    the name of a caller as the source | ${busEvent({ source: "bus" })} | unknown-source
    an event for which the source lacks the scope | ${busEvent({ "detail-type": status.type, detail: status.data })} | forbidden
    an event for which the schedule lacks the scope | ${scheduledEvent({ type: hire.type, data: hire.data })} | forbidden
    a type of another function | ${busEvent({ "detail-type": "note.made" })} | invalid: #/type must be one of employee.hired, status.set
    a time in the future | ${busEvent({ time: "2026-01-05T00:05:01Z" })} | invalid: #/timestamp must not lie in the future
    an identity that is not linked | ${scheduledEvent({ data: statusOf("T1:U-canary").data })} | invalid: #/data/identity is not linked to an employee
  `)("refuses %s, and stores nothing", async (_what, event, reason) => {
    expect(await refusalOf(event)).toBe(reason);
    expect(recorded.lines.at(-1)).toEqual({
      level: "error",
      message: "refused",
      fields: { reason: reason.replace(/:.*/, "") },
    });
  });

  test("refuses invalid data with pointers, never with a value", async () => {
    const { data } = hired("canary-4f1d", { email: "canary-4f1d" });
    const reason = await refusalOf(
      busEvent({ detail: { ...data, name: 7 }, time: "canary-4f1d" }),
    );
    expect(reason).toBe(
      "invalid: #/timestamp must be a date-time with its offset (2026-01-31T17:00:00+01:00); #/data/name must be an object; #/data/email must be a valid email",
    );
    expect(JSON.stringify(recorded.lines)).not.toContain("canary");
  });

  test("refuses unknown field names without repeating them, also one that resembles a known name", async () => {
    const named = z.record(z.string().check(z.maxLength(5)), z.string());
    const schema = z.pipe(
      z.strictObject({ employeeId: z.string(), named }),
      z.transform((data): EventContent => ({
        employee: data.employeeId,
        data,
      })),
    );
    take = receiverFor([{ type: "employee.hired", scope: "onboard", schema }]);
    const unknown = { canaryToo: 1, emial: 1 };
    const detail = { employeeId: "E-1", named: { canary: "x" }, ...unknown };
    const refusal = await refusalOf(busEvent({ detail }));
    expect(refusal.replace("invalid: ", "").split("; ").sort()).toEqual([
      "#/data has a field that is not known",
      "#/data has a field that is not known",
      "#/data/named has a field: its name must have at most 5 characters",
    ]);
  });
});

describe("our own outage", () => {
  test("is no refusal at the start of a workflow, and the same event starts it later", async () => {
    outage.start = true;
    await expect(take(busEvent())).rejects.toThrow("cannot start");
    outage.start = false;
    await take(busEvent());
    expect(started).toEqual([operationIdOf("bus", busEvent().id)]);
  });

  test("is no refusal if the store is out", async () => {
    const down = new Error("the store is down");
    store.documents.middlewareStack.add(() => () => Promise.reject(down), {
      step: "initialize",
    });
    await expect(take(busEvent())).rejects.toBe(down);
  });
});
