import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sampleAvatar } from "../../../infra/sample/hire.ts";
import {
  type InProcess,
  startInProcess,
} from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { dayMs } from "../../../shared/durations.ts";

let environment: InProcess;
beforeEach(async () => {
  environment = await startInProcess();
});
afterEach(() => environment.close());

/** The texts of the hire contain this word. An item with the word was not erased. */
const canary = "canary";
const hire = hireOf("E-1", {
  name: { givenName: "Canary-Given", familyName: "Canary-Family" },
  username: "canary.name",
  email: "canary@example.com",
  title: "Canary-Title",
  biography: "Canary-Biography",
  phones: [{ value: "+1 canary" }],
  tags: ["canary-tag"],
  avatar: { base64: Buffer.from(sampleAvatar).toString("base64") },
  tasks: [{ subject: "Canary-Task", dueInDays: 1 }],
  identities: { slack: "T1:canary", teams: "canary-teams" },
});

async function leftOver(): Promise<string[]> {
  const items = await environment.storedItems();
  return items
    .filter((item) => JSON.stringify(item).toLowerCase().includes(canary))
    .map(({ id }) => String(id));
}

describe("erasure after a termination", () => {
  test("a deletion leaves no personal data, only that the employee was here and when", async () => {
    const { say, sendAndWait, find, store, nowMs } = environment;
    await sendAndWait("employee.hired", hire);
    await sendAndWait("status.set", {
      employeeId: "E-1",
      text: "Canary-Status",
    });
    const timed = await sendAndWait("status.set", {
      employeeId: "E-1",
      text: "Canary-Timed-Status",
      expiresAt: new Date(nowMs() + 90 * dayMs).toISOString(),
    });
    // The repetition fails, so its operation keeps the data of the event.
    const path = "/people/{personID}";
    environment.platform.faults.add({ kind: "status", status: 404, path });
    const again = await sendAndWait("employee.hired", hire);
    expect(again.status).toBe("needs_attention");
    environment.platform.faults.clear();
    expect(await leftOver()).not.toEqual([]);

    const atMs = nowMs();
    const left = await say(
      "terminated",
      "E-1",
      { reason: "Canary-Reason" },
      { atMs },
    );
    expect(left.status).toBe("succeeded");
    expect((await find(timed.id)).status).toBe("cancelled");
    expect(await leftOver()).toEqual([]);
    expect(await store.employees.get("E-1")).toEqual({
      state: "left",
      hiredAtMs: expect.any(Number),
      hiredBy: "ops",
      person: { is: "gone", holdsData: false },
      fact: { is: "left", by: left.id },
      // What was said has no personal data, and stays.
      version: expect.any(Number),
      statements: expect.any(Array),
      unfinished: [],
      limits: expect.any(Object),
    });
  });

  test("after a deletion, another employee can have the identities, and the person id is free", async () => {
    const { say, sendAndWait, store } = environment;
    const hired = await sendAndWait("employee.hired", hire);
    const personID = hired.result?.personID ?? "";
    await say("terminated", "E-1");
    expect(await store.identities.find("slack", "T1:canary")).toBe(undefined);
    expect(await store.persons.find(personID)).toBeUndefined();
    const next = await sendAndWait("employee.hired", {
      ...hire,
      employeeId: "E-2",
    });
    expect(next).toMatchObject({ status: "succeeded", warnings: [] });
    expect(await store.identities.find("slack", "T1:canary")).toBe("E-2");
  });
});

describe("erasure without a person", () => {
  test("a hire whose names are taken leaves no personal data when it is resolved", async () => {
    const { addPerson, sendAndWait, act } = environment;
    await addPerson("canary.name");
    const { id, reason } = await sendAndWait("employee.hired", hire);
    expect(reason).toBe("username-or-email-taken");
    expect((await act("resolve", id, { note: "not ours" })).status).toBe(200);
    expect(await leftOver()).toEqual([]);
  });

  test("a hire that the platform refuses leaves personal data only in its own event, for a retry", async () => {
    const { platform, sendAndWait, store } = environment;
    platform.faults.add({ kind: "status", status: 400, path: "/people" });
    const { id, status } = await sendAndWait("employee.hired", hire);
    expect(status).toBe("failed");
    expect(await leftOver()).toEqual([`operation#${id}`]);
    const item = await store.employees.get("E-1");
    expect(item).not.toHaveProperty("passwordSalt");
  });
});

const inDays = (days: number) =>
  new Date(environment.nowMs() + days * dayMs).toISOString();

/** Lets an event about an employee end without success. */
async function fail(type: string, data: object): Promise<void> {
  const { platform, sendAndWait } = environment;
  const path = "/people/{personID}";
  platform.faults.add({ kind: "status", status: 404, path });
  const failed = await sendAndWait(type, data);
  platform.faults.clear();
  expect(["failed", "needs_attention"]).toContain(failed.status);
}

describe("events between the announcement of a termination and the deletion", () => {
  const employeeId = "E-1";

  test("a deletion erases the data of events that came after the announcement of the termination", async () => {
    const { say, sendAndWait, find, passDays } = environment;
    const repeated = { ...hire, startDate: inDays(-10) };
    await sendAndWait("employee.hired", repeated);
    const lastDay = inDays(60);
    const left = await say("terminated", employeeId, { lastDay, graceDays: 7 });
    await passDays(1);
    const waiting = [
      await sendAndWait("status.set", {
        employeeId,
        text: "Canary-Timed-Status",
        expiresAt: inDays(300),
      }),
      await say("suspended", employeeId, {
        from: inDays(50),
        reason: "Canary-Reason",
      }),
    ];
    expect(waiting.map(({ status }) => status)).toEqual(
      waiting.map(() => "waiting"),
    );
    expect(await sendAndWait("employee.hired", repeated)).toMatchObject({
      status: "succeeded",
      result: { refs: { html: expect.stringContaining("canary") } },
    });
    await fail("employee.changed", { employeeId, title: "Canary-Failed" });
    await passDays(60);
    expect(await find(left.id)).toMatchObject({ phase: "grace" });
    expect((await sendAndWait("employee.hired", repeated)).status).toBe(
      "succeeded",
    );
    await passDays(7);
    expect((await find(left.id)).status).toBe("succeeded");
    const ended = await Promise.all(waiting.map(({ id }) => find(id)));
    expect(ended.map(({ status }) => status)).not.toContain("waiting");
    expect(await leftOver()).toEqual([]);
  });

  test("a deletion keeps the hire that begins the next employment, and what was sent for it", async () => {
    const { hire, say, sendAndWait, find, store, passDays } = environment;
    await hire(employeeId);
    const left = await say("terminated", employeeId, {
      lastDay: inDays(30),
      graceDays: 1,
    });
    await passDays(1);
    const send = (type: string, data: object) =>
      sendAndWait(type, { employeeId, ...data });
    const soon = { effectiveDate: inDays(150), title: "Architect" };
    const early = await send("employee.changed", soon);
    await passDays(1);
    const next = await sendAndWait(
      "employee.hired",
      hireOf(employeeId, { startDate: inDays(100) }),
    );
    await passDays(1);
    const later = { effectiveDate: inDays(90), department: "Research" };
    const kept = [
      early,
      next,
      await send("employee.changed", later),
      await send("employee.suspended", { from: inDays(200) }),
      await send("employee.terminated", { lastDay: inDays(400) }),
    ];
    const past = await send("status.set", {
      text: "Busy",
      expiresAt: inDays(300),
    });
    // The last day, and the grace period.
    await passDays(30);
    await passDays(2);
    expect((await find(left.id)).status).toBe("succeeded");
    expect(await find(past.id)).toMatchObject({ reason: "left" });
    for (const { id } of kept)
      expect(await find(id)).toMatchObject({ status: "waiting" });

    // The start, and the day of the early change.
    await passDays(70);
    await passDays(50);
    const profile = { Title: "Architect", Department: "Research" };
    expect(await environment.profileOf(employeeId)).toMatchObject(profile);
    await passDays(50);
    expect((await store.employees.get(employeeId))?.state).toBe("suspended");
  });
});

test("a termination erases nothing during the grace period, because the person can come back", async () => {
  const { say, sendAndWait, store } = environment;
  await sendAndWait("employee.hired", hire);
  await say("terminated", "E-1", { graceDays: 7 });
  expect(await store.identities.find("slack", "T1:canary")).toBe("E-1");
  expect(await store.employees.get("E-1")).toMatchObject({
    state: "leaving",
    username: "canary.name",
  });
});
