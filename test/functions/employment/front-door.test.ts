import { expect, test } from "vitest";
import { overviewSchema } from "../../../functions/operations/contract.ts";
import { dayMs, hourMs, minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { passingTime } from "../../resilience/outages/passing-time.ts";

/** Another operator than `ops`, who sends the events. */
const guardToken = "guard-token-of-the-test-with-32-characters";
const environment = useInProcess({
  graceDays: 7,
  rehireWithoutStartDate: "report",
  disableLimit: { percent: 0, min: 2, max: 2 },
  callers: {
    guard: { scheme: "bearer", keys: [guardToken], scopes: ["operate"] },
  },
});
const { pass, repair } = passingTime(environment);

const say = (type: string, data: object, atMs?: number) =>
  environment().sendAndWait(
    `employee.${type}`,
    data,
    atMs === undefined ? {} : { atMs },
  );

const dayIn = (days: number) =>
  new Date(environment().nowMs() + days * dayMs).toISOString().slice(0, 10);

const hasAccess = async (employeeId: string) =>
  (await environment().personOf(employeeId))?.svc.enabled ?? false;

async function answer(verb: string, operations: string[], body = {}) {
  const { operate, idle } = environment();
  await operate("POST", `/${verb}`, { operations, ...body }, guardToken);
  await idle();
}

test("an outage of four days lets nobody be disabled above the limit, and the overview tells who waits", async () => {
  const { platform, ask } = environment();
  const employees = ["OUT-1", "OUT-2", "OUT-3", "OUT-4"];
  for (const employeeId of employees) await say("hired", hireOf(employeeId));
  platform.faults.add({ kind: "status", status: 503, retryAfter: 1 });
  const ids: string[] = [];
  for (const [nth, employeeId] of employees.entries()) {
    environment().advanceTime(1_000);
    const type = nth % 2 === 0 ? "suspended" : "terminated";
    ids.push((await say(type, { employeeId })).id);
  }
  await pass(4 * dayMs, 8 * hourMs);
  const countAccess = async () =>
    (await Promise.all(employees.map(hasAccess))).filter(Boolean).length;
  expect(await countAccess()).toBe(4);
  await repair();
  expect(await countAccess()).toBe(2);
  const overview = overviewSchema.parse(
    await (await ask("GET", "/overview")).json(),
  );
  expect(overview.limits).toContainEqual({
    name: "disable-limit",
    used: 2,
    allowed: 2,
    held: { count: 2, isAtLeast: false },
  });
  await answer("release", ids, { hours: 1 });
  expect(await countAccess()).toBe(0);
});

test.each([
  ["Pacific/Kiritimati", "Pacific/Pago_Pago", 1],
  ["Pacific/Pago_Pago", "Pacific/Kiritimati", 1],
  ["Pacific/Kiritimati", "Pacific/Pago_Pago", 0],
])(
  "a transfer from %s to %s, %i days later, takes access at no hour",
  async (from, to, days) => {
    const employeeId = `MOVE-${from.length}-${days}`;
    await say("hired", { ...hireOf(employeeId), zone: from });
    environment().advanceTime(minuteMs);
    const lastDay = dayIn(2);
    await say("terminated", { employeeId, lastDay, zone: from });
    const startDate = dayIn(2 + days);
    await say("hired", { ...hireOf(employeeId), startDate, zone: to });
    for (let hour = 0; hour < 5 * 24; hour += 3) {
      await pass(3 * hourMs, 3 * hourMs);
      expect(await hasAccess(employeeId)).toBe(true);
    }
  },
);

test("a change that is effective today, and a last day that moves to come, count at once", async () => {
  const employeeId = "TODAY-1";
  await say("hired", hireOf(employeeId));
  environment().advanceTime(minuteMs);
  const changed = await say("changed", {
    employeeId,
    title: "Lead",
    effectiveDate: dayIn(0),
  });
  expect(changed).toMatchObject({
    status: "succeeded",
    result: { changed: ["/title"] },
  });
  await say("terminated", { employeeId, lastDay: dayIn(1) });
  await pass(3 * dayMs, dayMs);
  expect(await hasAccess(employeeId)).toBe(false);
  await say("terminated", { employeeId, lastDay: dayIn(30) });
  expect(await hasAccess(employeeId)).toBe(true);
});

test("a hire in an outage whose termination is cancelled ends with access, without a hand", async () => {
  const employeeId = "BACK-1";
  environment().platform.faults.add({
    kind: "status",
    status: 503,
    retryAfter: 1,
  });
  const { id } = await say("hired", hireOf(employeeId));
  environment().advanceTime(minuteMs);
  await say("terminated", { employeeId });
  environment().advanceTime(minuteMs);
  await say("termination_cancelled", { employeeId });
  await repair();
  expect(await hasAccess(employeeId)).toBe(true);
  expect((await environment().find(id)).result?.personID).toBeDefined();
});

test("a termination that arrives before its older hire succeeds when that comes", async () => {
  const { find, nowMs } = environment();
  const employeeId = "LATE-1";
  const atMs = nowMs();
  environment().advanceTime(minuteMs);
  const { id } = await say("terminated", { employeeId });
  expect(await find(id)).toMatchObject({
    status: "waiting",
    reason: "unknown-employee",
  });
  await say("hired", hireOf(employeeId), atMs);
  await environment().runScheduler();
  expect((await find(id)).status).toBe("succeeded");
  expect(await environment().personOf(employeeId)).toBeUndefined();
});

test("the daily hire of somebody who left asks once", async () => {
  const employeeId = "DAILY-1";
  await say("hired", hireOf(employeeId));
  environment().advanceTime(minuteMs);
  await say("terminated", { employeeId });
  const asked: string[] = [];
  for (let day = 1; day <= 7; day++) {
    await pass(dayMs, dayMs);
    const { id, status } = await say("hired", hireOf(employeeId));
    if (status === "needs_attention") asked.push(id);
  }
  expect(asked).toHaveLength(1);
});

test("a suspension that is rejected, or resolved, before it took effect leaves nothing", async () => {
  const { find, operate, idle, store } = environment();
  const used = ["USED-1", "USED-2", "LEFT-1"];
  for (const employeeId of used) await say("hired", hireOf(employeeId));
  environment().advanceTime(2 * dayMs);
  await say("suspended", { employeeId: "USED-1" });
  await say("suspended", { employeeId: "USED-2" });
  const held = await say("suspended", { employeeId: "LEFT-1" });
  expect(held.reason).toBe("disable-limit");
  await answer("reject", [held.id]);

  const unknown = await say("suspended", { employeeId: "LEFT-2" });
  await pass(16 * minuteMs, 16 * minuteMs);
  expect((await find(unknown.id)).reason).toBe("unknown-employee");
  const note = { note: "sent in error" };
  await operate("POST", `/${unknown.id}/resolve`, note, guardToken);
  await idle();
  await say("hired", hireOf("LEFT-2"));
  await pass(5 * dayMs, dayMs);
  for (const employeeId of ["LEFT-1", "LEFT-2"]) {
    expect(await hasAccess(employeeId)).toBe(true);
    expect((await store.employees.get(employeeId))?.unfinished).toEqual([]);
  }
});
