import { describe, expect, test, vi } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { isThorough } from "../../resilience/effort.ts";
import { dayMs, minuteMs } from "../../../shared/durations.ts";

const environment = useInProcess({ graceDays: 7 });
const isBack = { enabled: true, visible: true };

describe("a rehire during the grace period", () => {
  test("a rehire during the grace period enables the same person with their content, and the deletion never happens", async () => {
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

  test("a rehire with a start date in the grace period leaves the person disabled until that day, and enables them then", async () => {
    const {
      sendAndWait,
      advanceTime,
      runScheduler,
      find,
      personOf,
      nowMs,
      deletions,
    } = environment();
    const hired = await sendAndWait("employee.hired", hireOf("H-3"));
    const left = await sendAndWait("employee.terminated", {
      employeeId: "H-3",
    });
    const startDate = new Date(nowMs() + 5 * dayMs).toISOString();
    const rehired = await sendAndWait(
      "employee.hired",
      hireOf("H-3", { startDate }),
    );
    const deleted = deletions();
    for (const days of [2, 2]) {
      advanceTime(days * dayMs);
      await runScheduler();
      expect(await personOf("H-3")).toMatchObject({ svc: { enabled: false } });
      expect((await find(left.id)).status).toBe("waiting");
    }
    advanceTime(2 * dayMs);
    await runScheduler();
    expect((await find(rehired.id)).status).toBe("succeeded");
    expect(await find(left.id)).toMatchObject({ status: "cancelled" });
    expect(await personOf("H-3")).toMatchObject({
      id: hired.result?.personID,
      svc: isBack,
    });
    advanceTime(100 * dayMs);
    await runScheduler();
    expect(deletions()).toBe(deleted);
  });

  test.runIf(isThorough)(
    "a rehire with a start date in the grace period that is withdrawn leads to the deletion",
    async () => {
      const {
        sendAndWait,
        operate,
        advanceTime,
        runScheduler,
        find,
        platform,
        nowMs,
      } = environment();
      await sendAndWait("employee.hired", hireOf("H-4"));
      const left = await sendAndWait("employee.terminated", {
        employeeId: "H-4",
      });
      const startDate = new Date(nowMs() + 5 * dayMs).toISOString();
      const rehired = await sendAndWait(
        "employee.hired",
        hireOf("H-4", { startDate }),
      );
      advanceTime(3 * dayMs);
      await runScheduler();
      await operate("POST", `/${rehired.id}/cancel`);
      advanceTime(5 * dayMs);
      await runScheduler();
      expect((await find(left.id)).status).toBe("succeeded");
      expect(platform.findPerson("h-4")).toBeUndefined();
    },
  );

  test("a hire without a start date that was sent before the last day enables nobody when it is delivered again in the grace period", async () => {
    const { sendAndWait, advanceTime, runScheduler, personOf, nowMs } =
      environment();
    const employeeId = "H-13";
    const first = await sendAndWait("employee.hired", hireOf(employeeId));
    advanceTime(1_000);
    const lastDay = new Date(nowMs() + 5 * dayMs).toISOString();
    await sendAndWait("employee.terminated", { employeeId, lastDay });
    advanceTime(1_000);
    const repeated = await sendAndWait("employee.hired", hireOf(employeeId));
    expect(repeated).toMatchObject({ status: "succeeded", sameAs: first.id });
    advanceTime(6 * dayMs);
    await runScheduler();
    const again = await sendAndWait("employee.hired", hireOf(employeeId), {
      atMs: repeated.eventAtMs,
    });
    expect(again).toMatchObject({ status: "succeeded", sameAs: first.id });
    expect(await personOf(employeeId)).toMatchObject({
      svc: { enabled: false },
    });
    const rehired = await sendAndWait("employee.hired", hireOf(employeeId));
    expect(rehired.status).toBe("succeeded");
    expect(await personOf(employeeId)).toMatchObject({ svc: isBack });
  });

  test("a deletion waits for a rehire that came before the end of the grace period", async () => {
    const {
      sendAndWait,
      send,
      advanceTime,
      dispatchDue,
      runUntilIdle,
      partFailures,
      operation,
      personOf,
    } = environment();
    const hired = await sendAndWait("employee.hired", hireOf("H-11"));
    await sendAndWait("employee.terminated", { employeeId: "H-11" });
    advanceTime(8 * dayMs);
    // Long enough for the deletion to be woken before the hire can be read.
    let left = 9;
    partFailures.workflowTable = (command, id) =>
      command === "GetItemCommand" && id.startsWith("operation#") && left-- > 0;
    const hiring = await send("employee.hired", hireOf("H-11"));
    await dispatchDue();
    await runUntilIdle();
    advanceTime(11 * 60_000);
    await dispatchDue();
    await runUntilIdle();
    expect((await operation(hiring)).status).toBe("succeeded");
    expect(await personOf("H-11")).toMatchObject({
      id: hired.result?.personID,
      svc: isBack,
    });
  });

  test.runIf(isThorough)(
    "an earlier rehire enables the person when the later one cannot, and both count",
    async () => {
      const { sendAndWait, advanceTime, personOf, platform } = environment();
      await sendAndWait("employee.hired", hireOf("H-12"));
      const left = await sendAndWait("employee.terminated", {
        employeeId: "H-12",
      });
      const at = (ms: number) => ({ atMs: left.eventAtMs + ms });
      advanceTime(1000);
      platform.faults.add({ kind: "status", status: 403, method: "PUT" });
      const later = await sendAndWait("employee.hired", hireOf("H-12"), at(30));
      expect(later.status).not.toBe("succeeded");
      platform.faults.clear();
      const earlier = await sendAndWait(
        "employee.hired",
        hireOf("H-12"),
        at(10),
      );
      expect(earlier.status).toBe("succeeded");
      expect((await personOf("H-12"))?.svc).toMatchObject(isBack);
      const between = await sendAndWait(
        "employee.terminated",
        { employeeId: "H-12" },
        at(20),
      );
      expect(between).toMatchObject({
        status: "cancelled",
        reason: "rehired",
        sameAs: later.id,
      });
      expect((await personOf("H-12"))?.svc).toMatchObject(isBack);
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
  test.runIf(isThorough)(
    "a rehire keeps the person when the termination asks for attention, and ends it",
    async () => {
      const { sendAndWait, platform, find, personOf } = environment();
      await sendAndWait("employee.hired", hireOf("H-6"));
      platform.faults.add({
        kind: "status",
        status: 404,
        path: "/people/{personID}",
      });
      const left = await sendAndWait("employee.terminated", {
        employeeId: "H-6",
      });
      expect(left.status).toBe("needs_attention");
      platform.faults.clear();
      const rehired = await sendAndWait("employee.hired", hireOf("H-6"));
      expect(rehired.status).toBe("succeeded");
      expect(await find(left.id)).toMatchObject({
        status: "cancelled",
        reason: "rehired",
        sameAs: rehired.id,
      });
      expect((await personOf("H-6"))?.svc).toMatchObject(isBack);
    },
  );

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

  test.runIf(isThorough)(
    "a late duplicate of the first hire creates no person",
    async () => {
      const { sendAndWait, send, idle, platform, store, nowMs } = environment();
      const atMs = nowMs();
      const once = { atMs, delivery: "H-9" };
      await sendAndWait("employee.hired", hireOf("H-9"), once);
      await sendAndWait("employee.terminated", {
        employeeId: "H-9",
        graceDays: 0,
      });
      await send("employee.hired", hireOf("H-9"), once);
      await idle();
      const other = await sendAndWait("employee.hired", hireOf("H-9"), {
        atMs,
      });
      expect(["succeeded", "cancelled"]).toContain(other.status);
      expect(platform.findPerson("h-9")).toBeUndefined();
      expect((await store.employees.get("H-9"))?.state).toBe("left");
    },
  );

  test("a late termination of the first employment never touches the second one", async () => {
    const { sendAndWait, operate, idle, personOf, deletions } = environment();
    const [, left, rehired] = await liveTwice("H-10");
    const deleted = deletions();
    for (const atMs of [left.eventAtMs, left.eventAtMs - 1, left.eventAtMs + 1])
      expect(["succeeded", "cancelled"]).toContain(
        (
          await sendAndWait(
            "employee.terminated",
            { employeeId: "H-10", graceDays: 0 },
            { atMs },
          )
        ).status,
      );
    await operate("POST", `/${left.id}/retry`);
    await idle();
    expect(await personOf("H-10")).toMatchObject({
      id: rehired.result?.personID,
      svc: isBack,
    });
    expect(deletions()).toBe(deleted);
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
