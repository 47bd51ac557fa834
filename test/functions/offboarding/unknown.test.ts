import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { dayMs } from "../../../shared/durations.ts";

const environment = useInProcess();

/** As long as an event waits for a hire of its employee. */
async function passQuarter() {
  const { advanceTime, runScheduler } = environment();
  advanceTime(16 * 60_000);
  await runScheduler();
}

test("a termination of an unknown employee waits for a hire, then asks for attention, and neither looks up nor deletes a person", async () => {
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

test("a second termination of an unknown employee asks for attention again", async () => {
  const { sendAndWait, operate, idle, find } = environment();
  const first = await sendAndWait("employee.terminated", { employeeId: "U-2" });
  const second = await sendAndWait("employee.terminated", {
    employeeId: "U-2",
  });
  for (const { id } of [first, second]) {
    await passQuarter();
    await operate("POST", `/${id}/retry`);
    await idle();
    expect(await find(id)).toMatchObject({
      status: "needs_attention",
      reason: "unknown-employee",
    });
  }
});

test("a termination that arrives before its older hire prevents the hire", async () => {
  const { sendAndWait, platform, store, nowMs } = environment();
  const atMs = nowMs() - 1000;
  await sendAndWait("employee.terminated", { employeeId: "U-3" }, { atMs });
  const hired = await sendAndWait("employee.hired", hireOf("U-3"), {
    atMs: atMs - 1,
  });
  expect(hired).toMatchObject({
    status: "cancelled",
    reason: "terminated-since",
  });
  expect(platform.findPerson("u-3")).toBeUndefined();
  expect((await store.employees.get("U-3"))?.state).toBe("left");
});

test("a hire with the same time as an earlier termination does nothing", async () => {
  const { sendAndWait, platform, nowMs } = environment();
  const atMs = nowMs() - 1000;
  await sendAndWait("employee.terminated", { employeeId: "U-4" }, { atMs });
  const hired = await sendAndWait("employee.hired", hireOf("U-4"), { atMs });
  expect(hired.status).toBe("cancelled");
  expect(platform.findPerson("u-4")).toBeUndefined();
});

test("a retry of a termination of an unknown employee touches no person who was hired later", async () => {
  const { sendAndWait, operate, idle, find, personOf, deletions } =
    environment();
  const left = await sendAndWait("employee.terminated", { employeeId: "U-5" });
  await sendAndWait("employee.hired", hireOf("U-5"));
  const deleted = deletions();
  await operate("POST", `/${left.id}/retry`);
  await idle();
  expect(await find(left.id)).toMatchObject({
    status: "cancelled",
    reason: "hired-since",
  });
  expect((await personOf("U-5"))?.svc.enabled).toBe(true);
  expect(deletions()).toBe(deleted);
});

test("a termination cancels an older hire that waits, and its data is erased within two weeks", async () => {
  const {
    sendAndWait,
    advanceTime,
    runScheduler,
    find,
    platform,
    storedItems,
    nowMs,
  } = environment();
  const startDate = new Date(nowMs() + 10 * dayMs).toISOString();
  const hired = await sendAndWait(
    "employee.hired",
    hireOf("U-6", { startDate }),
  );
  expect(hired.status).toBe("waiting");
  const left = await sendAndWait("employee.terminated", { employeeId: "U-6" });
  // A termination that knows of the cancelled hire needs no attention.
  expect(left.status).toBe("succeeded");
  expect(await find(hired.id)).toMatchObject({
    status: "cancelled",
    reason: "terminated-since",
    sameAs: left.id,
  });
  advanceTime(15 * dayMs);
  await runScheduler();
  expect(JSON.stringify(await storedItems())).not.toContain("u-6@example.com");
  expect(platform.findPerson("u-6")).toBeUndefined();
  const again = await sendAndWait("employee.terminated", { employeeId: "U-6" });
  expect(again).toMatchObject({ status: "succeeded", sameAs: left.id });
});

test("a termination that is older than a waiting hire does not cancel it", async () => {
  const { sendAndWait, advanceTime, runScheduler, find, personOf, nowMs } =
    environment();
  const atMs = nowMs() - 1000;
  const startDate = new Date(nowMs() + 10 * dayMs).toISOString();
  const hired = await sendAndWait(
    "employee.hired",
    hireOf("U-7", { startDate }),
  );
  await sendAndWait("employee.terminated", { employeeId: "U-7" }, { atMs });
  expect((await find(hired.id)).status).toBe("waiting");
  advanceTime(11 * dayMs);
  await runScheduler();
  expect((await find(hired.id)).status).toBe("succeeded");
  expect(await personOf("U-7")).toBeDefined();
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
