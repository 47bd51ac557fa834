import { describe, expect, test, vi } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { minuteMs } from "../../../shared/durations.ts";

const environment = useInProcess({ graceDays: 7 });
const isBack = { enabled: true, visible: true };

describe("a rehire during the grace period", () => {
  test("a rehire during the grace period enables the same person with their content", async () => {
    const { hire, say, passDays, find, stateOf } = environment();
    const { personOf, platform, deletions } = environment();
    const hired = await hire("H-1", {
      tasks: [{ subject: "Read", dueInDays: 1 }],
    });
    const personID = hired.result?.personID ?? "";
    const left = await say("terminated", "H-1");
    const deleted = deletions();
    const rehired = await hire("H-1");
    expect(rehired).toMatchObject({
      status: "succeeded",
      warnings: [],
      result: { personID },
    });
    expect(await find(left.id)).toMatchObject({
      status: "cancelled",
      reason: "rehired",
      sameAs: rehired.id,
    });
    expect(await personOf("H-1")).toMatchObject({ id: personID, svc: isBack });
    expect(platform.tasksOf(personID)).toHaveLength(1);
    await passDays(400);
    expect(deletions()).toBe(deleted);
    expect(await stateOf("H-1")).toEqual(["active", true]);
  });
});

describe("a rehire while the termination runs", () => {
  test("a rehire during the deletion waits for its end and then creates a new person", async () => {
    const { hire, send, runUntilIdle, operation, platform, store } =
      environment();
    const { advanceTime, runScheduler } = environment();
    const hired = await hire("H-7");
    platform.faults.add({ kind: "late-deletion", gone: { afterReads: 9 } });
    const leaving = await send("employee.terminated", {
      employeeId: "H-7",
      graceDays: 0,
    });
    const isDeleting = async () =>
      (await store.employees.get("H-7"))?.state === "deleting";
    await vi.waitUntil(isDeleting, { interval: 1, timeout: 10_000 });
    const hiring = await send("employee.hired", hireOf("H-7"));
    await runUntilIdle();
    expect((await operation(leaving)).status).toBe("succeeded");
    advanceTime(3 * minuteMs);
    await runScheduler();
    const rehired = await operation(hiring);
    expect(rehired).toMatchObject({ status: "succeeded", warnings: [] });
    expect(rehired.result?.personID).not.toBe(hired.result?.personID);
    expect(platform.findPerson("h-7")?.id).toBe(rehired.result?.personID);
  });
});
