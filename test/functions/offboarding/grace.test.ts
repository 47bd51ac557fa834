import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { opsToken } from "../../../infra/local/credentials.ts";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";

const guardToken = "token-of-the-guard";
const environment = useInProcess({
  graceDays: 7,
  callers: {
    guard: { scheme: "bearer", keys: [guardToken], scopes: ["offboard"] },
  },
});

describe("the grace period", () => {
  test("a leaver is disabled at once, and deleted after the configured grace period and not before", async () => {
    const { hire, say, find, passDays, personOf } = environment();
    const { deletions, platform, nowMs } = environment();
    const hired = await hire("G-1");
    const { id, dueAtMs = 0, ...left } = await say("terminated", "G-1");
    expect(left).toMatchObject({ status: "waiting", phase: "grace" });
    expect((dueAtMs - nowMs()) / dayMs).toBeCloseTo(7, 3);
    expect(await personOf("G-1")).toMatchObject({
      id: hired.result?.personID,
      svc: { enabled: false, visible: false },
    });

    const deleted = deletions();
    await passDays(6.9);
    expect((await find(id)).status).toBe("waiting");
    expect(deletions()).toBe(deleted);
    await passDays(0.2);
    expect(await find(id)).toMatchObject({ status: "succeeded" });
    expect(platform.findPerson("g-1")).toBeUndefined();
    expect(deletions()).toBe(deleted + 1);
  });

  test("a leaver is deleted at the first attempt also if the clock that woke the workflow is ahead", async () => {
    const { hire, say, advanceTime, runScheduler, find } = environment();
    await hire("G-3");
    const { id } = await say("terminated", "G-3");
    advanceTime(7 * dayMs);
    // After the start, the clock is a second behind. After the next step, it is right again.
    const clockSteps = [-1_000, 1_000].values();
    environment().partFailures.workflowTable = (command, item) => {
      if (command === "UpdateItemCommand" && item === `operation#${id}`)
        advanceTime(clockSteps.next().value ?? 0);
      return false;
    };
    await runScheduler();
    const ended = await find(id);
    expect(ended.status).toBe("succeeded");
    expect(ended.history.map(({ reason }) => reason)).not.toContain(
      "execution-lost",
    );
  });

  test("a cancellation is answered 409 once the deletion has begun", async () => {
    const { hire, say, operate, find, platform, ...others } = environment();
    await hire("G-4");
    const { id } = await say("terminated", "G-4");
    others.advanceTime(8 * dayMs);
    platform.faults.add({ kind: "late-deletion", gone: { afterReads: 5 } });
    await others.dispatchDue();
    expect((await operate("POST", `/${id}/cancel`)).status).toBe(409);
    await others.runUntilIdle();
    await others.runScheduler();
    expect((await find(id)).status).toBe("succeeded");
    expect(platform.findPerson("g-4")).toBeUndefined();
  });
});

test("a deletion that the platform completes later is requested once, and its end is awaited", async () => {
  const { hire, say, platform, deletions } = environment();
  await hire("D-1");
  platform.faults.add({ kind: "late-deletion", gone: { afterReads: 8 } });
  const deleted = deletions();
  const left = await say("terminated", "D-1", { graceDays: 0 });
  expect(left.status).toBe("succeeded");
  expect(left.steps).toHaveProperty("confirm 2");
  expect(deletions()).toBe(deleted + 1);
});

describe("a termination", () => {
  test("succeeds if the platform has surely refused to create the person", async () => {
    const { hire, say, platform } = environment();
    const create = { method: "POST", path: "/people" } as const;
    platform.faults.add({ ...create, kind: "status", status: 400 });
    expect((await hire("U-2")).status).toBe("failed");
    expect((await say("terminated", "U-2")).status).toBe("succeeded");
  });

  test("waits while it is not known whether the person was created", async () => {
    const { hire, say, platform } = environment();
    const path = "/people";
    platform.faults.add({ kind: "reset-after", method: "POST", path });
    platform.faults.add({ kind: "status", status: 503, method: "GET", path });
    expect((await hire("U-3")).reason).toBe("outcome-unknown");
    expect(await say("terminated", "U-3")).toMatchObject({
      status: "waiting",
      blockedBy: "platform",
      reason: "outcome-unknown",
    });
    expect(platform.findPerson("u-3")).toBeDefined();
  });
});

test("a hire that a termination had ended adds its tasks after the cancellation, and no salt stays", async () => {
  const { hire, say, find, store, platform, ...time } = environment();
  const left = await say("terminated", "C-8");
  const tasks = [{ subject: "Meet your team", dueInDays: 3 }];
  const earlier = { atMs: left.eventAtMs - 1_000 };
  const hired = await hire("C-8", { tasks }, earlier);
  expect(hired).toMatchObject({
    status: "cancelled",
    reason: "terminated-since",
  });
  const stays = await say("termination_cancelled", "C-8");
  expect(stays.status).toBe("succeeded");
  await time.passTime(3 * minuteMs);
  expect((await find(hired.id)).status).toBe("succeeded");
  const { personID = "", ...employee } =
    (await store.employees.get("C-8")) ?? {};
  expect(platform.tasksOf(personID)).toHaveLength(1);
  expect(employee).not.toHaveProperty("passwordSalt");
});

test("a cancellation whose person cannot be enabled asks for attention, and a retry enables them", async () => {
  const { hire, say, act, find, platform, stateOf } = environment();
  await hire("C-9");
  await say("terminated", "C-9");
  platform.faults.add({ kind: "status", status: 403, method: "PUT" });
  const stays = await say("termination_cancelled", "C-9");
  expect(stays.status).toBe("needs_attention");
  platform.faults.clear();
  await act("retry", stays.id);
  expect((await find(stays.id)).status).toBe("succeeded");
  expect(await stateOf("C-9")).toBe("active, enabled");
});

test("a termination with the disposition disable ends at once, and the person stays disabled and known", async () => {
  const { hire, say, sendAndWait, passDays, store, personOf } = environment();
  await hire("K-1");
  const left = await say("terminated", "K-1", { disposition: "disable" });
  expect(left).toMatchObject({ status: "succeeded", warnings: [] });
  expect(await store.payloads.readData(left, z.unknown())).toBeUndefined();
  await passDays(400);
  expect((await personOf("K-1"))?.svc.enabled).toBe(false);
  expect((await store.employees.get("K-1"))?.state).toBe("kept");
  const status = { employeeId: "K-1", text: "Here" };
  expect(await sendAndWait("status.set", status)).toMatchObject({
    status: "cancelled",
    reason: "not-active",
  });
});

test("only another operator than the sender can end the grace period and delete the person", async () => {
  const { hire, say, act, operate, find, platform } = environment();
  await hire("K-2");
  const { id } = await say("terminated", "K-2");
  const deleteNow = (token?: string) => act("delete-now", id, undefined, token);
  const mine = await deleteNow(opsToken);
  expect(mine.status).toBe(409);
  expect(await mine.json()).toMatchObject({
    type: expect.stringMatching(/#sent-by-yourself$/),
  });
  expect((await deleteNow(guardToken)).status).toBe(404);
  expect((await operate("GET", `/${id}/delete-now`)).status).toBe(405);
  expect((await deleteNow()).status).toBe(202);
  expect((await find(id)).status).toBe("succeeded");
  expect(platform.findPerson("k-2")).toBeUndefined();
  expect((await deleteNow()).status).toBe(409);
});
