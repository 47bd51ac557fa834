import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { useInProcess } from "../../environments/in-process.ts";
import type { InProcessOptions } from "../../environments/in-process/deployment.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { dayMs } from "../../../shared/durations.ts";

const anything = z.unknown();
const bossToken = "token-of-the-boss-with-32-characters";
const guardToken = "token-of-the-guard-with-32-characters";
const options: InProcessOptions = {
  graceDays: 7,
  minGraceDays: 2,
  deletionLimit: { percent: 0, min: 20, max: 20 },
  callers: {
    boss: { scheme: "bearer", keys: [bossToken], scopes: ["operate"] },
    guard: { scheme: "bearer", keys: [guardToken], scopes: ["offboard"] },
  },
};
const deleting = useInProcess(options);
const keeping = useInProcess({ ...options, leaverDisposition: "disable" });

async function leave(
  environment: typeof deleting,
  employeeId: string,
  data: object = {},
) {
  const { sendAndWait, advanceTime } = environment();
  if ((await environment().store.employees.get(employeeId)) === undefined)
    await sendAndWait("employee.hired", hireOf(employeeId));
  advanceTime(1_000);
  return sendAndWait("employee.terminated", { employeeId, ...data });
}

async function passDays(
  environment: typeof deleting,
  days: number,
): Promise<void> {
  const { advanceTime, runScheduler } = environment();
  advanceTime(days * dayMs);
  await runScheduler();
}

describe("a leaver who is only disabled", () => {
  test("a termination with the disposition disable ends at once, and the person stays disabled and known", async () => {
    const { personOf, store, deletions } = deleting();
    const disposition = "disable";
    const left = await leave(deleting, "D-1", { disposition });
    expect(left).toMatchObject({ status: "succeeded", warnings: [] });
    expect(await store.payloads.data(left, anything)).toBeUndefined();
    const employee = await store.employees.get("D-1");
    expect(employee).toMatchObject({ state: "kept" });
    const deleted = deletions();
    await passDays(deleting, 400);
    expect(deletions()).toBe(deleted);
    expect((await personOf("D-1"))?.svc).toMatchObject({
      enabled: false,
      visible: false,
    });
  });

  test("a status of a leaver who is only disabled is refused", async () => {
    await leave(deleting, "D-2", { disposition: "disable" });
    const status = await deleting().sendAndWait("status.set", {
      employeeId: "D-2",
      text: "Here",
    });
    expect(status).toMatchObject({
      status: "cancelled",
      reason: "not-active",
    });
  });

  test("the setting disable keeps every leaver, and an event that asks for a deletion gets a warning", async () => {
    const { personOf } = keeping();
    expect(await leave(keeping, "D-6")).toMatchObject({
      status: "succeeded",
      warnings: [],
    });
    const disposition = "delete";
    expect(await leave(keeping, "D-7", { disposition })).toMatchObject({
      status: "succeeded",
      warnings: [{ about: "/disposition", reason: "deletion-not-allowed" }],
    });
    await passDays(keeping, 400);
    for (const employeeId of ["D-6", "D-7"])
      expect((await personOf(employeeId))?.svc.enabled).toBe(false);
  });
});

describe("the smallest grace period", () => {
  test("a smaller grace period is raised to the smallest one, with a warning that stays until the end", async () => {
    const { find, nowMs } = deleting();
    const left = await leave(deleting, "M-1", { graceDays: 0 });
    const raised = {
      warnings: [{ about: "/graceDays", reason: "grace-raised" }],
    };
    expect(left).toMatchObject({
      status: "waiting",
      phase: "grace",
      ...raised,
    });
    expect((left.dueAtMs ?? 0) - nowMs()).toBeGreaterThan(1.9 * dayMs);
    await passDays(deleting, 1.9);
    expect((await find(left.id)).status).toBe("waiting");
    await passDays(deleting, 0.2);
    expect(await find(left.id)).toMatchObject({
      status: "succeeded",
      ...raised,
    });
  });

  test("only another operator than the sender can delete a person in the grace period now", async () => {
    const { operate, idle, find, platform } = deleting();
    const left = await leave(deleting, "M-2");
    const path = `/${left.id}/delete-now`;
    const by = (token?: string) => operate("POST", path, undefined, token);
    const mine = await by();
    expect(mine.status).toBe(409);
    expect(await mine.json()).toMatchObject({
      type: expect.stringMatching(/#sent-by-yourself$/),
    });
    expect((await by(guardToken)).status).toBe(404);
    expect((await operate("GET", path)).status).toBe(405);
    expect((await by(bossToken)).status).toBe(202);
    await idle();
    expect((await find(left.id)).status).toBe("succeeded");
    expect(platform.findPerson("m-2")).toBeUndefined();
    expect((await by(bossToken)).status).toBe(409);
  });
});

test("a termination that is released after its data was erased keeps its disposition and grace period", async () => {
  const { operate, idle, find, store, platform } = deleting();
  const hold = async (employeeId: string, data: object) => {
    platform.faults.add({
      kind: "status",
      status: 404,
      path: "/people/{personID}",
    });
    const left = await leave(deleting, employeeId, data);
    platform.faults.clear();
    expect(left.reason).toBe("person-missing");
    await store.payloads.erase(left);
    await operate("POST", `/${left.id}/retry`);
    await idle();
    return find(left.id);
  };
  const disposition = "disable";
  expect((await hold("K-1", { disposition })).status).toBe("succeeded");
  expect((await store.employees.get("K-1"))?.state).toBe("kept");
  const { dueAtMs = 0 } = await hold("K-2", { graceDays: 30 });
  expect(dueAtMs - deleting().nowMs()).toBeGreaterThan(29 * dayMs);
});
