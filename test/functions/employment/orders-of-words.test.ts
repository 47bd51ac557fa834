import { expect, test } from "vitest";
import { dayMs, hourMs, minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

/** Another operator than `ops`, who sends the events. */
const guardToken = "guard-token-of-the-test-with-32-characters";
const environment = useInProcess({
  graceDays: 7,
  callers: {
    guard: { scheme: "bearer", keys: [guardToken], scopes: ["operate"] },
  },
});

const dayIn = (days: number) =>
  new Date(environment().nowMs() + days * dayMs).toISOString().slice(0, 10);

test("a last day that moves into the future after the end gives access at once", async () => {
  const { sendAndWait, advanceTime, runScheduler, personOf } = environment();
  const employeeId = "LAST-1";
  await sendAndWait("employee.hired", hireOf(employeeId));
  await sendAndWait("employee.terminated", { employeeId, lastDay: dayIn(2) });
  advanceTime(5 * dayMs);
  await runScheduler();
  expect((await personOf(employeeId))?.svc.enabled).toBe(false);
  await sendAndWait("employee.terminated", { employeeId, lastDay: dayIn(9) });
  expect((await personOf(employeeId))?.svc.enabled).toBe(true);
  advanceTime(11 * dayMs);
  await runScheduler();
  expect((await personOf(employeeId))?.svc.enabled).toBe(false);
});

test("a termination that is worked off before its older hire succeeds, and nobody gets access", async () => {
  const { sendAndWait, nowMs, find, personOf, advanceTime } = environment();
  const employeeId = "LAST-2";
  const atMs = nowMs();
  advanceTime(2_000);
  const terminated = await sendAndWait(
    "employee.terminated",
    { employeeId },
    { atMs: atMs + 1_000 },
  );
  await sendAndWait("employee.hired", hireOf(employeeId), { atMs });
  await environment().runScheduler();
  expect((await find(terminated.id)).status).toBe("succeeded");
  expect(await personOf(employeeId)).toBeUndefined();
});

async function passDays(days: number): Promise<void> {
  const { advanceTime, runScheduler } = environment();
  for (let day = 1; day <= days; day++) {
    advanceTime(dayMs);
    await runScheduler();
  }
}

test("a change of a leaver who is hired again counts for both persons", async () => {
  const { sendAndWait, nowMs, personOf, advanceTime } = environment();
  const employeeId = "N-1";
  await sendAndWait("employee.hired", hireOf(employeeId));
  await passDays(1);
  await sendAndWait("employee.terminated", { employeeId });
  await passDays(1);
  const first = await personOf(employeeId);
  const startDate = new Date(nowMs() + 20 * dayMs).toISOString();
  await sendAndWait("employee.hired", hireOf(employeeId, { startDate }));
  advanceTime(1_000);
  await sendAndWait("employee.changed", { employeeId, username: "n-married" });
  await passDays(10);
  expect(await personOf(employeeId)).toBeUndefined();
  await passDays(11);
  const next = await personOf(employeeId);
  expect(next?.id).not.toBe(first?.id);
  expect(next?.svc).toMatchObject({ username: "n-married", enabled: true });
});

/** Somebody who is suspended, and whose termination names a last day before the start. */
async function suspendUndecided(employeeId: string, until?: string) {
  const { sendAndWait, advanceTime } = environment();
  const startDate = dayIn(0);
  const lastDay = dayIn(-5);
  await sendAndWait("employee.hired", hireOf(employeeId, { startDate }));
  advanceTime(5 * dayMs);
  await sendAndWait("employee.suspended", {
    employeeId,
    ...(until && { until }),
  });
  advanceTime(minuteMs);
  const asked = await sendAndWait("employee.terminated", {
    employeeId,
    lastDay,
  });
  expect(asked.status).toBe("needs_attention");
  return asked;
}

async function isEnabled(employeeId: string) {
  return (await environment().personOf(employeeId))?.svc.enabled;
}

test("a resumption enables nobody whose termination needs a decision, and the answer does", async () => {
  const { sendAndWait, advanceTime, operate, idle } = environment();
  const asked = await suspendUndecided("U-1");
  advanceTime(minuteMs);
  await sendAndWait("employee.resumed", { employeeId: "U-1" });
  expect(await isEnabled("U-1")).toBe(false);
  await operate(
    "POST",
    `/${asked.id}/is-an-earlier-one`,
    undefined,
    guardToken,
  );
  await idle();
  await environment().runScheduler();
  expect(await isEnabled("U-1")).toBe(true);
});

test("the end of a suspension enables nobody whose termination needs a decision", async () => {
  const { advanceTime, runScheduler } = environment();
  await suspendUndecided("U-2", dayIn(6));
  advanceTime(4 * dayMs);
  await runScheduler();
  expect(await isEnabled("U-2")).toBe(false);
});

test("a retry of the termination that needs a decision enables nobody after a resumption", async () => {
  const { sendAndWait, advanceTime, operate, idle, find } = environment();
  const asked = await suspendUndecided("U-3");
  advanceTime(minuteMs);
  await sendAndWait("employee.resumed", { employeeId: "U-3" });
  await operate("POST", `/${asked.id}/retry`, undefined, guardToken);
  await idle();
  expect((await find(asked.id)).status).toBe("needs_attention");
  expect(await isEnabled("U-3")).toBe(false);
});

const ways = [
  ["Australia/Sydney", "Pacific/Honolulu"],
  ["Pacific/Honolulu", "Australia/Sydney"],
  ["Europe/Oslo", "Europe/Oslo"],
] as const;
const orders = ["the end first", "the start first"] as const;
/** Days from the last day to the start. */
const gaps = [0, 1] as const;

const transfers = ways.flatMap(([from, to], way) =>
  gaps.flatMap((gap) =>
    orders.map((order, nth) => ({
      employeeId: `TRANSFER-${way}-${gap}-${nth}`,
      from,
      to,
      gap,
      order,
    })),
  ),
);

test("a transfer across zones takes no access in both directions, on the same day or the next one", async () => {
  const { sendAndWait, advanceTime, runScheduler, ...others } = environment();
  const { personOf, store } = others;
  const persons = new Map<string, string | undefined>();
  for (const { employeeId, from } of transfers) {
    const hire = hireOf(employeeId, { zone: from, startDate: dayIn(-30) });
    const { result } = await sendAndWait("employee.hired", hire);
    persons.set(employeeId, result?.personID);
  }
  advanceTime(dayMs);
  for (const { employeeId, from, to, gap, order } of transfers) {
    const end = { employeeId, lastDay: dayIn(2), zone: from };
    const start = hireOf(employeeId, { startDate: dayIn(2 + gap), zone: to });
    if (order === "the start first") await sendAndWait("employee.hired", start);
    await sendAndWait("employee.terminated", end);
    if (order === "the end first") await sendAndWait("employee.hired", start);
  }
  for (let hours = 0; hours < 120; hours += 4) {
    advanceTime(4 * hourMs);
    await runScheduler();
    for (const one of transfers) {
      const { id, svc } = (await personOf(one.employeeId)) ?? {};
      expect({ ...one, id, hours, isEnabled: svc?.enabled }).toEqual({
        ...one,
        id: persons.get(one.employeeId),
        hours,
        isEnabled: true,
      });
    }
  }
  for (const { employeeId } of transfers)
    expect(await store.employees.get(employeeId)).toMatchObject({
      state: "active",
      unfinished: [],
    });
});
