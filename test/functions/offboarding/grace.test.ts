import { describe, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { dayMs } from "../../../shared/durations.ts";

const environment = useInProcess({ graceDays: 7 });

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
