import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const environment = useInProcess();

/** As long as an event waits for a hire of its employee. */
async function passQuarter() {
  const { advanceTime, runScheduler } = environment();
  advanceTime(16 * 60_000);
  await runScheduler();
}

test("a termination of an unknown employee waits, then asks for attention, and touches no person", async () => {
  const { sendAndWait, find, platform, store, deletions, nowMs } =
    environment();
  const atMs = nowMs();
  const asked = platform.journal.length;
  const left = await sendAndWait(
    "employee.terminated",
    { employeeId: "U-1" },
    { atMs },
  );
  expect(left.status).toBe("waiting");
  await passQuarter();
  expect(await find(left.id)).toMatchObject({
    status: "needs_attention",
    reason: "unknown-employee",
  });
  expect(platform.journal).toHaveLength(asked);
  expect(deletions()).toBe(0);
  const employee = await store.employees.get("U-1");
  expect(employee).toMatchObject({
    state: "expected",
    hiredAtMs: 0,
    person: { is: "none" },
  });
  expect(employee?.personID).toBeUndefined();
});

test("a termination succeeds when the platform surely refused the creation of the person", async () => {
  const { sendAndWait, platform } = environment();
  platform.faults.add({
    kind: "status",
    status: 400,
    method: "POST",
    path: "/people",
  });
  const hired = await sendAndWait("employee.hired", hireOf("U-8"));
  expect(hired.status).toBe("failed");
  const left = await sendAndWait("employee.terminated", { employeeId: "U-8" });
  expect(left.status).toBe("succeeded");
});

test("a termination waits as long as the creation of the person is in doubt", async () => {
  const { sendAndWait, platform } = environment();
  platform.faults.add({
    kind: "reset-after",
    method: "POST",
    path: "/people",
  });
  platform.faults.add({
    kind: "status",
    status: 503,
    method: "GET",
    path: "/people",
  });
  const hired = await sendAndWait("employee.hired", hireOf("U-9"));
  expect(hired.reason).toBe("outcome-unknown");
  const left = await sendAndWait("employee.terminated", { employeeId: "U-9" });
  expect(left).toMatchObject({
    status: "waiting",
    blockedBy: "platform",
    reason: "outcome-unknown",
  });
  expect(platform.findPerson("u-9")).toBeDefined();
});
