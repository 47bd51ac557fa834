import { describe, expect, test, vi } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { isThorough } from "../../resilience/effort.ts";
import { dayMs, minuteMs } from "../../../shared/durations.ts";

const environment = useInProcess({ graceDays: 7 });
const isBack = { enabled: true, visible: true };

describe("a rehire during the grace period", () => {
  test("a rehire during the grace period enables the same person with their content", async () => {
    const {
      sendAndWait,
      advanceTime,
      runScheduler,
      find,
      personOf,
      platform,
      store,
      deletions,
    } = environment();
    const hired = await sendAndWait(
      "employee.hired",
      hireOf("H-1", { tasks: [{ subject: "Read", dueInDays: 1 }] }),
    );
    const personID = hired.result?.personID ?? "";
    const left = await sendAndWait("employee.terminated", {
      employeeId: "H-1",
    });
    const deleted = deletions();
    const rehired = await sendAndWait("employee.hired", hireOf("H-1"));
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
    advanceTime(400 * dayMs);
    await runScheduler();
    expect(deletions()).toBe(deleted);
    expect((await store.employees.get("H-1"))?.state).toBe("active");
  });

  test.runIf(isThorough)(
    "a rehire during the grace period writes the fields of its event",
    async () => {
      const { sendAndWait, personOf } = environment();
      await sendAndWait("employee.hired", hireOf("H-2"));
      await sendAndWait("employee.terminated", { employeeId: "H-2" });
      const rehired = await sendAndWait(
        "employee.hired",
        hireOf("H-2", { title: "Director", email: "other@example.com" }),
      );
      expect(rehired).toMatchObject({
        result: { changed: ["/email", "/title"] },
        warnings: [],
      });
      expect((await personOf("H-2"))?.emails[0]?.value).toBe(
        "other@example.com",
      );
    },
  );

  test.runIf(isThorough)(
    "a person who cannot be enabled yet comes back by a retry",
    async () => {
      const { sendAndWait, operate, runUntilIdle, find, personOf, platform } =
        environment();
      await sendAndWait("employee.hired", hireOf("H-5"));
      const left = await sendAndWait("employee.terminated", {
        employeeId: "H-5",
      });
      platform.faults.add({ kind: "status", status: 403, method: "PUT" });
      const rehired = await sendAndWait("employee.hired", hireOf("H-5"));
      expect(["failed", "needs_attention"]).toContain(rehired.status);
      expect((await find(left.id)).status).toBe("cancelled");
      platform.faults.clear();

      expect((await personOf("H-5"))?.svc.enabled).toBe(false);
      await operate("POST", `/${rehired.id}/retry`);
      await runUntilIdle();
      expect((await find(rehired.id)).status).toBe("succeeded");
      expect((await personOf("H-5"))?.svc).toMatchObject(isBack);
    },
  );
});

describe("a rehire while the termination runs", () => {
  test("a rehire during the deletion waits for its end and then creates a new person", async () => {
    const { sendAndWait, send, runUntilIdle, operation, platform, store } =
      environment();
    const { advanceTime, runScheduler } = environment();
    const hired = await sendAndWait("employee.hired", hireOf("H-7"));
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

describe("a rehire after the deletion", () => {
  test("a rehire after the deletion creates a new person", async () => {
    const { sendAndWait, platform, store } = environment();
    const [hired, , rehired] = await liveTwice("H-8");
    expect(rehired.status).toBe("succeeded");
    expect(rehired.result?.personID).not.toBe(hired.result?.personID);
    const employee = await store.employees.get("H-8");
    expect(employee?.state).toBe("active");
    expect(platform.findPerson("h-8")?.id).toBe(rehired.result?.personID);

    const again = await sendAndWait("employee.terminated", {
      employeeId: "H-8",
      graceDays: 0,
    });
    expect(again.status).toBe("succeeded");
    expect(platform.findPerson("h-8")).toBeUndefined();
  });
});

/** Hired, gone, and hired again. */
async function liveTwice(employeeId: string) {
  const { sendAndWait } = environment();
  const hired = await sendAndWait("employee.hired", hireOf(employeeId));
  const left = await sendAndWait("employee.terminated", {
    employeeId,
    graceDays: 0,
  });
  expect(left.status).toBe("succeeded");
  const rehired = await sendAndWait("employee.hired", hireOf(employeeId));
  return [hired, left, rehired] as const;
}
