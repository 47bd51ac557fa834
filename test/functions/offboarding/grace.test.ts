import { describe, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { dayMs } from "../../../shared/durations.ts";

const environment = useInProcess({ graceDays: 7 });

describe("the grace period", () => {
  test("a leaver is disabled at once, and deleted after the configured grace period and not before", async () => {
    const {
      sendAndWait,
      runScheduler,
      advanceTime,
      find,
      personOf,
      deletions,
      platform,
      nowMs,
    } = environment();
    const hired = await sendAndWait("employee.hired", hireOf("G-1"));
    const left = await sendAndWait("employee.terminated", {
      employeeId: "G-1",
    });
    expect(left).toMatchObject({ status: "waiting", phase: "grace" });
    expect((left.dueAtMs ?? 0) - nowMs()).toBeGreaterThan(6.9 * dayMs);
    expect((left.dueAtMs ?? 0) - nowMs()).toBeLessThanOrEqual(7 * dayMs);
    expect(await personOf("G-1")).toMatchObject({
      id: hired.result?.personID,
      svc: { enabled: false, visible: false },
    });

    const deleted = deletions();
    advanceTime(6.9 * dayMs);
    await runScheduler();
    expect((await find(left.id)).status).toBe("waiting");
    expect(deletions()).toBe(deleted);

    advanceTime(0.2 * dayMs);
    await runScheduler();
    expect(await find(left.id)).toMatchObject({ status: "succeeded" });
    expect(platform.findPerson("g-1")).toBeUndefined();
    expect(deletions()).toBe(deleted + 1);
  });

  test("a leaver is deleted at the first attempt also if the clock that woke the workflow is ahead", async () => {
    const { sendAndWait, runScheduler, advanceTime, find, partFailures } =
      environment();
    await sendAndWait("employee.hired", hireOf("G-3"));
    const leaver = { employeeId: "G-3" };
    const { id } = await sendAndWait("employee.terminated", leaver);
    advanceTime(7 * dayMs);
    // After the start it is a second earlier, and after the next step it is as late as it was.
    const steps = [-1_000, 1_000].values();
    partFailures.workflowTable = (command, item) => {
      if (command === "UpdateItemCommand" && item === `operation#${id}`)
        advanceTime(steps.next().value ?? 0);
      return false;
    };
    await runScheduler();
    const ended = await find(id);
    expect(ended.status).toBe("succeeded");
    expect(ended.history.map(({ reason }) => reason)).not.toContain(
      "execution-lost",
    );
  });

  test("the audit trail of a termination tells who did what, when and why", async () => {
    const { sendAndWait, runScheduler, advanceTime, find } = environment();
    await sendAndWait("employee.hired", hireOf("G-4"));
    const { id } = await sendAndWait("employee.terminated", {
      employeeId: "G-4",
    });
    advanceTime(8 * dayMs);
    await runScheduler();
    const { history } = await find(id);
    expect(
      history.map(({ by, status, reason }) => [by, status, reason]),
    ).toEqual([
      ["caller:ops", "accepted", undefined],
      ["workflow", "running", undefined],
      ["workflow", "waiting", "grace"],
      ["scheduler", "accepted", undefined],
      ["workflow", "running", undefined],
      ["workflow", "succeeded", undefined],
    ]);
  });
});

describe("a late cancellation", () => {
  test("a cancellation is answered 409 once the deletion has begun", async () => {
    const {
      sendAndWait,
      operate,
      runUntilIdle,
      runScheduler,
      dispatchDue,
      advanceTime,
      find,
      platform,
    } = environment();
    await sendAndWait("employee.hired", hireOf("G-11"));
    const left = await sendAndWait("employee.terminated", {
      employeeId: "G-11",
    });
    advanceTime(8 * dayMs);
    platform.faults.add({
      kind: "late-deletion",
      gone: { afterReads: 5 },
    });
    await dispatchDue();
    const answer = await operate("POST", `/${left.id}/cancel`);
    expect(answer.status).toBe(409);
    await runUntilIdle();
    await runScheduler();
    expect((await find(left.id)).status).toBe("succeeded");
    expect(platform.findPerson("g-11")).toBeUndefined();
  });
});
