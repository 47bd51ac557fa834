import { beforeEach, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { isThorough } from "../../resilience/effort.ts";
import { dayMs } from "../../../shared/durations.ts";

/** Another operator than `ops`, who sends the events. */
const guardToken = "guard-token-of-the-test-with-32-characters";
const environment = useInProcess({
  disableLimit: { percent: 0, min: 2, max: 2 },
  deletionLimit: { percent: 0, min: 1, max: 1 },
  callers: {
    guard: { scheme: "bearer", keys: [guardToken], scopes: ["operate"] },
  },
});
const heldBy = (reason: string) => ({ status: "needs_attention", reason });

beforeEach(() => environment().advanceTime(2 * dayMs));

async function hire(employeeId: string) {
  const { sendAndWait, advanceTime } = environment();
  await sendAndWait("employee.hired", hireOf(employeeId));
  advanceTime(1_000);
}

function leave(employeeId: string, graceDays = 7) {
  return environment().sendAndWait("employee.terminated", {
    employeeId,
    graceDays,
  });
}

/**
 * Uses up the disable limit, and the deletion limit if there is no grace period. Resolves to the operation of one more.
 */
async function leaveAboveLimit(name: string, graceDays: number) {
  const names = [`${name}-x`, `${name}-y`, name];
  await Promise.all(names.map(hire));
  const first = names.slice(0, 2);
  await Promise.all(first.map((employeeId) => leave(employeeId, graceDays)));
  return (await leave(name, graceDays)).id;
}

async function stateOf(employeeId: string) {
  const { store, personOf } = environment();
  const employee = await store.employees.get(employeeId);
  return [employee?.state, (await personOf(employeeId))?.svc.enabled];
}

async function ask(id: string, verb: string, token = guardToken) {
  const answer = await environment().operate(
    "POST",
    `/${id}/${verb}`,
    undefined,
    token,
  );
  await environment().idle();
  return answer;
}

async function release(id: string) {
  const { operate, idle } = environment();
  const body = { operations: [id], hours: 1 };
  await operate("POST", "/release", body, guardToken);
  await idle();
}

test("the disable limit holds a termination before anything changes, and a released one counts too", async () => {
  const { find, store } = environment();
  const id = await leaveAboveLimit("D-1", 7);
  expect(await find(id)).toMatchObject(heldBy("disable-limit"));
  expect(await stateOf("D-1")).toEqual(["active", true]);
  await release(id);
  expect(await find(id)).toMatchObject({ status: "waiting", phase: "grace" });
  expect(await stateOf("D-1")).toEqual(["leaving", false]);
  const two = { percent: 0, min: 2, max: 2 };
  expect(await store.dailyLimits.usage("disable-limit", two)).toEqual({
    used: 3,
    allowed: 2,
  });
});

test("the disable limit counts suspensions and terminations together", async () => {
  const { sendAndWait } = environment();
  for (const name of ["D-2", "D-3", "D-4"]) await hire(name);
  await sendAndWait("employee.suspended", { employeeId: "D-2" });
  await leave("D-3");
  const held = await sendAndWait("employee.suspended", { employeeId: "D-4" });
  expect(held).toMatchObject(heldBy("disable-limit"));
  expect(await stateOf("D-4")).toEqual(["active", true]);
  // A person who is suspended is disabled already, and is not counted again.
  expect(await leave("D-2")).toMatchObject({ status: "waiting" });
});

test("a rejected disabling runs by no retry, and the same termination sent again asks an operator", async () => {
  const { find, operate } = environment();
  const id = await leaveAboveLimit("R-1", 7);
  expect((await ask(id, "reject")).status).toBe(202);
  expect(await find(id)).toMatchObject({
    status: "cancelled",
    reason: "rejected",
    history: expect.arrayContaining([
      expect.objectContaining({ by: "caller:guard", reason: "rejected" }),
    ]),
  });
  expect(await stateOf("R-1")).toEqual(["active", true]);
  expect((await operate("POST", `/${id}/retry`)).status).toBe(409);
  expect((await ask(id, "reject")).status).toBe(409);
  expect((await ask(id, "enable")).status).toBe(409);
  await release(id);
  expect((await find(id)).status).toBe("cancelled");
  const again = await leave("R-1");
  expect(again.reason).toBe("repeated-after-ruling");
  expect(await stateOf("R-1")).toEqual(["active", true]);
});

test.runIf(isThorough)(
  "a rejected deletion keeps the person disabled until another operator enables them",
  async () => {
    const { find, runScheduler, advanceTime, sendAndWait } = environment();
    await hire("R-2");
    await hire("R-3");
    const { id } = await leave("R-2", 1);
    advanceTime(1.2 * dayMs);
    await leave("R-3", 0);
    await runScheduler();
    expect(await find(id)).toMatchObject({
      ...heldBy("deletion-limit"),
      phase: "grace",
    });
    expect((await ask(id, "reject")).status).toBe(202);
    const rejected = { status: "cancelled", reason: "rejected" };
    expect(await find(id)).toMatchObject(rejected);
    expect(await stateOf("R-2")).toEqual(["kept", false]);
    advanceTime(30 * dayMs);
    await runScheduler();
    expect(await stateOf("R-2")).toEqual(["kept", false]);

    expect((await ask(id, "enable")).status).toBe(202);
    expect((await find(id)).status).toBe("cancelled");
    expect(await stateOf("R-2")).toEqual(["active", true]);
    expect((await ask(id, "enable")).status).toBe(409);
    advanceTime(1_000);
    await sendAndWait("employee.suspended", { employeeId: "R-2" });
    expect(await stateOf("R-2")).toEqual(["suspended", false]);
  },
);
