import { describe, expect, test } from "vitest";
import { sampleAvatar } from "../../infra/sample/hire.ts";
import type { RateLimiter } from "../../shared/store/rate-limiter.ts";
import type { EventType } from "../../shared/event-types.ts";
import { useInProcess } from "../environments/in-process.ts";
import { hireOf } from "../fixtures/hire.ts";
import { passingTime } from "../resilience/outages/passing-time.ts";
import { usePeopleSource } from "./events/people-source.ts";

const callsPerSecond = 2;
const environment = useInProcess({
  callsPerSecond,
  // The pauses behind what the tests reserve are hours.
  timeScale: 1e-6,
  platform: { maxPageSize: 20 },
});

/** How many calls the work has reserved, behind `ahead` calls of other workflows. */
async function reservedBy(
  rateLimiter: RateLimiter,
  work: () => Promise<unknown>,
  ahead = 1_000,
): Promise<number> {
  const before = await rateLimiter.reserve(ahead, callsPerSecond, "other");
  await work();
  const after = await rateLimiter.reserve(1, callsPerSecond, "other");
  const ms = after.beginAtMs - before.beginAtMs;
  return Math.round((ms * callsPerSecond) / 1_000) - ahead;
}

const avatar = { base64: Buffer.from(sampleAvatar).toString("base64") };
const extras = {
  avatar,
  tasks: [{ subject: "Read", dueInDays: 1 }],
  streams: ["News"],
};

test.each<[title: string, EventType, data: object]>([
  ["a hire alone", "employee.hired", hireOf("HIRED-1")],
  ["a hire", "employee.hired", { ...hireOf("HIRED-2"), ...extras }],
  ["a change", "employee.changed", { employeeId: "HERE", title: "Lead" }],
  ["a suspension", "employee.suspended", { employeeId: "HERE" }],
  ["a resumption", "employee.resumed", { employeeId: "HERE" }],
])("%s reserves the calls that it makes", async (_, type, data) => {
  const { hire, say, store, noteCalls, sendAndWait, idle } = environment();
  if (!(await store.employees.get("HERE"))) await hire("HERE");
  if (type === "employee.resumed") await say("suspended", "HERE");
  const calls = noteCalls();
  const reserved = await reservedBy(store.rateLimiter, async () => {
    await sendAndWait(type, data);
    await idle();
  });
  expect(calls()).toHaveLength(reserved);
});

describe("after an outage", () => {
  const { repair } = passingTime(environment);

  /** Sends events of an employee in an outage, and lets it end. Resolves to the operations and the calls after it. */
  async function wake(employeeId: string, events: [type: string, object][]) {
    const { hire, say, store, platform, noteCalls } = environment();
    await hire(employeeId);
    platform.faults.add({ kind: "status", status: 503, retryAfter: 1 });
    const ids: string[] = [];
    for (const [type, data] of events)
      ids.push((await say(type, employeeId, data)).id);
    const noted = noteCalls();
    const reserved = await reservedBy(store.rateLimiter, repair, 10_000);
    const calls = noted()
      .filter((call) => / \/people\/(?!@me)/.test(call))
      .map((call) => call.split(" ")[0]);
    expect(reserved).toBe(calls.length);
    return {
      calls,
      operations: await Promise.all(ids.map(store.operations.get)),
    };
  }

  test("one of the changes of an employee goes on, and reserves the calls of all before it makes the first", async () => {
    const { calls, operations } = await wake("WOKEN-1", [
      ["changed", { title: "A" }],
      ["changed", { department: "B" }],
      ["changed", { location: "C" }],
    ]);
    expect(calls).toEqual(["GET", "PUT", "GET", "PUT", "GET", "PUT"]);
    expect(await environment().personOf("WOKEN-1")).toMatchObject({
      location: "C",
    });
    expect(operations).toMatchObject([
      { status: "succeeded", run: 2 },
      { status: "succeeded", run: 1 },
      { status: "succeeded", run: 1 },
    ]);
  });

  test("a suspension reserves its look at the person, and the calls for a change, before its first call", async () => {
    const { calls } = await wake("WOKEN-2", [
      ["changed", { title: "A" }],
      ["suspended", {}],
    ]);
    expect(calls).toEqual(["GET", "GET", "PUT", "GET", "PUT"]);
    const person = await environment().personOf("WOKEN-2");
    expect(person?.svc.enabled).toBe(false);
  });
});

test("an adoption without personID reserves at least the calls with which it searches all people, and at most twice as many", async () => {
  const { say, store, noteCalls, addPerson } = environment();
  for (let n = 0; n < 90; n++) await addPerson(`many-${n}`);
  const noted = noteCalls();
  const reserved = await reservedBy(store.rateLimiter, async () => {
    const adopted = await say("adopted", "MANY-89", {
      username: "many-89",
      email: "many-89@example.com",
    });
    expect(adopted).toMatchObject({ status: "succeeded" });
  });
  const calls = noted().filter((call) => call.includes(" /people"));
  expect(calls.length).toBeGreaterThan(5);
  expect(reserved).toBeGreaterThanOrEqual(calls.length);
  expect(reserved).toBeLessThanOrEqual(2 * calls.length);
});

const source = usePeopleSource({ callsPerSecond, timeScale: 1e-6 });

test("the read of a record reserves a call for the photo until the record has led to an event", async () => {
  const { put, photos, readThin, store } = source();
  const caller = "pictured";
  const rateLimiter = store.rateLimiterOf("people");
  const read = (event: string) =>
    reservedBy(rateLimiter, () => readThin("R-1", { caller, event }));
  put({ id: "R-1" });
  photos.set("R-1", sampleAvatar);
  expect(await read("created")).toBe(2);
  put({ id: "R-1", given: "Zoé" });
  expect(await read("changed")).toBe(1);
});
