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
  callers: {
    guard: { scheme: "bearer", keys: [guardToken], scopes: ["operate"] },
  },
  disableLimit: { percent: 0, min: 2, max: 2 },
});
const { pass, repair } = passingTime(environment);

const breakDown = () =>
  environment().platform.faults.add({
    kind: "status",
    status: 503,
    retryAfter: 1,
  });

test("a hire, a termination with grace and its cancellation in an outage end with an enabled person", async () => {
  const { sendAndWait, advanceTime, find, personOf } = environment();
  const employeeId = "OUT-1";
  breakDown();
  const ids: string[] = [];
  for (const [type, data] of [
    ["employee.hired", hireOf(employeeId)],
    ["employee.terminated", { employeeId, graceDays: 7 }],
    ["employee.termination_cancelled", { employeeId }],
  ] as const) {
    ids.push((await sendAndWait(type, data)).id);
    advanceTime(minuteMs);
  }
  await pass(hourMs, 20 * minuteMs);
  await repair();
  expect((await personOf(employeeId))?.svc.enabled).toBe(true);
  // The termination found nobody, so it ended the hire. The cancellation gives back what the hire said.
  expect((await find(ids[2] ?? "")).status).toBe("succeeded");
});

test("suspensions after an outage take as much access as the limit allows, and a release the rest", async () => {
  const { sendAndWait, advanceTime, find, personOf, operate, idle } =
    environment();
  advanceTime(2 * dayMs);
  const employees = ["LIM-1", "LIM-2", "LIM-3", "LIM-4"];
  for (const employeeId of employees)
    await sendAndWait("employee.hired", hireOf(employeeId));
  breakDown();
  advanceTime(minuteMs);
  const ids: string[] = [];
  for (const employeeId of employees)
    ids.push((await sendAndWait("employee.suspended", { employeeId })).id);
  await pass(2 * dayMs, 8 * hourMs);
  await repair();
  const disabled = async () =>
    (await Promise.all(employees.map(personOf))).filter(
      (person) => person?.svc.enabled === false,
    ).length;
  expect(await disabled()).toBe(2);
  const held = (await Promise.all(ids.map(find))).filter(
    ({ reason }) => reason === "disable-limit",
  );
  expect(held).toHaveLength(2);
  const operations = held.map(({ id }) => id);
  await operate("POST", "/release", { operations, hours: 1 }, guardToken);
  await idle();
  expect(await disabled()).toBe(4);
});

test("after four days of failing writes, terminations stay below the limit, and the overview tells it", async () => {
  const { sendAndWait, advanceTime, personOf, platform, ...others } =
    environment();
  const { ask, operate, idle, find } = others;
  advanceTime(2 * dayMs);
  const employees = ["DAY-1", "DAY-2", "DAY-3"];
  for (const employeeId of employees)
    await sendAndWait("employee.hired", hireOf(employeeId));
  advanceTime(minuteMs);
  const disabled = async () =>
    (await Promise.all(employees.map(personOf))).filter(
      (person) => person?.svc.enabled === false,
    ).length;
  platform.faults.add({ kind: "status", status: 503, method: "PUT" });
  const ids: string[] = [];
  for (const employeeId of employees) {
    const left = { employeeId, graceDays: 60 };
    ids.push((await sendAndWait("employee.terminated", left)).id);
  }
  await pass(4 * dayMs, 16 * hourMs);
  expect(await disabled()).toBe(0);
  platform.faults.clear();
  await pass(8 * hourMs, 4 * hourMs);
  expect(await disabled()).toBe(2);
  const held = (await Promise.all(ids.map(find)))
    .filter(({ reason }) => reason === "disable-limit")
    .map(({ id }) => id);
  expect(held).toHaveLength(1);
  const { limits } = overviewSchema.parse(
    await (await ask("GET", "/overview")).json(),
  );
  expect(limits).toContainEqual(
    expect.objectContaining({
      name: "disable-limit",
      used: 2,
      allowed: 2,
      held: { count: 1, isAtLeast: false },
    }),
  );
  await operate("POST", "/release", { operations: held, hours: 1 }, guardToken);
  await idle();
  expect(await disabled()).toBe(3);
});
