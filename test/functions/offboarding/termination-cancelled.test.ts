import { describe, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { dayMs } from "../../../shared/durations.ts";

const cancellation = "employee.termination_cancelled";
const weak = { caller: "weak", token: "token-of-a-weak-caller-with-32-chars" };
const environment = useInProcess({
  graceDays: 7,
  deletionLimit: { percent: 0, min: 9, max: 9 },
  callers: {
    weak: { scheme: "bearer", keys: [weak.token], scopes: ["onboard"] },
  },
});
const withdrawn = { status: "cancelled", reason: "termination-cancelled" };

const inDays = (days: number) =>
  new Date(environment().nowMs() + days * dayMs).toISOString();
const isEnabled = async (employeeId: string) =>
  (await environment().personOf(employeeId))?.svc.enabled;

async function hire(employeeId: string): Promise<void> {
  const { sendAndWait, advanceTime } = environment();
  await sendAndWait("employee.hired", hireOf(employeeId));
  advanceTime(1_000);
}

async function leave(employeeId: string, data: object = {}) {
  const { sendAndWait, advanceTime } = environment();
  const leaver = { employeeId, ...data };
  const left = await sendAndWait("employee.terminated", leaver);
  advanceTime(1_000);
  return left;
}

async function passDays(days: number): Promise<void> {
  const { advanceTime, runScheduler } = environment();
  advanceTime(days * dayMs);
  await runScheduler();
}

/** Runs what an ended operation left to the scheduler. */
async function passMinutes(): Promise<void> {
  const { advanceTime, runScheduler } = environment();
  advanceTime(3 * 60_000);
  await runScheduler();
}

describe("a cancellation of terminations", () => {
  test("a cancellation cancels both of two terminations that wait, and the person stays enabled", async () => {
    const { sendAndWait, find } = environment();
    await hire("C-1");
    const first = await leave("C-1", { lastDay: inDays(10) });
    const second = await leave("C-1", { lastDay: inDays(20) });
    const stays = await sendAndWait(cancellation, { employeeId: "C-1" });
    expect(stays).toMatchObject({ status: "succeeded", warnings: [] });
    expect(await find(first.id)).toMatchObject({ sameAs: second.id });
    expect(await find(second.id)).toMatchObject({
      ...withdrawn,
      sameAs: stays.id,
    });
    await passDays(40);
    expect(await isEnabled("C-1")).toBe(true);
  });

  test("a cancellation during the grace period enables the person again, and nothing is deleted", async () => {
    const { sendAndWait, find, store } = environment();
    await hire("C-2");
    const left = await leave("C-2");
    const stays = await sendAndWait(cancellation, { employeeId: "C-2" });
    expect(stays.status).toBe("succeeded");
    expect(await find(left.id)).toMatchObject(withdrawn);
    expect(await isEnabled("C-2")).toBe(true);
    const employee = await store.employees.get("C-2");
    expect(employee).toMatchObject({ state: "active" });
    expect(employee).not.toHaveProperty("terminatedBy");
    expect(employee).not.toHaveProperty("disabledAtMs");
    await passDays(40);
    expect(await isEnabled("C-2")).toBe(true);
  });

  test("a cancellation enables a leaver who was only disabled", async () => {
    const { sendAndWait, store } = environment();
    await hire("C-3");
    await leave("C-3", { disposition: "disable" });
    await sendAndWait(cancellation, { employeeId: "C-3" });
    expect(await isEnabled("C-3")).toBe(true);
    expect((await store.employees.get("C-3"))?.state).toBe("active");
  });

  test("a cancellation cancels a termination that needs attention, also for a later retry", async () => {
    const { sendAndWait, operate, idle, find, platform } = environment();
    await hire("C-4");
    platform.faults.add({
      kind: "status",
      status: 404,
      path: "/people/{personID}",
    });
    const left = await leave("C-4");
    platform.faults.clear();
    expect(left.reason).toBe("person-missing");
    await sendAndWait(cancellation, { employeeId: "C-4" });
    expect(await find(left.id)).toMatchObject(withdrawn);
    await operate("POST", `/${left.id}/retry`);
    await idle();
    expect(await isEnabled("C-4")).toBe(true);
  });

  test("a termination that is older than the cancellation and arrives later does nothing", async () => {
    const { sendAndWait, advanceTime, nowMs } = environment();
    await hire("C-5");
    const atMs = nowMs();
    advanceTime(1_000);
    const stays = await sendAndWait(cancellation, { employeeId: "C-5" });
    const leaver = { employeeId: "C-5" };
    const older = { atMs };
    expect(
      await sendAndWait("employee.terminated", leaver, older),
    ).toMatchObject({ ...withdrawn, sameAs: stays.id });
    const atOnce = { atMs: stays.eventAtMs };
    expect(
      (await sendAndWait("employee.terminated", leaver, atOnce)).status,
    ).toBe("succeeded");
    expect(await isEnabled("C-5")).toBe(true);
  });

  test("a termination that is newer than the cancellation stays in force", async () => {
    const { sendAndWait, find } = environment();
    await hire("C-6");
    const first = await leave("C-6");
    const second = await leave("C-6");
    const atMs = first.eventAtMs + 500;
    const late = await sendAndWait(
      cancellation,
      { employeeId: "C-6" },
      { atMs },
    );
    // The second one had repeated the first one, and now it is the end.
    expect(await find(second.id)).toMatchObject({ sameAs: first.id });
    expect(late.status).toBe("waiting");
    expect(await isEnabled("C-6")).toBe(false);
    await passDays(7.1);
    expect((await find(late.id)).status).toBe("succeeded");
    expect(await isEnabled("C-6")).toBeUndefined();
  });

  test("a cancellation that comes after the deletion asks for attention", async () => {
    const { sendAndWait } = environment();
    await hire("C-7");
    await leave("C-7", { graceDays: 0 });
    expect(
      await sendAndWait(cancellation, { employeeId: "C-7" }),
    ).toMatchObject({ status: "needs_attention", reason: "deletion-began" });
  });

  test("a person whose suspension goes on stays disabled after a cancellation", async () => {
    const { sendAndWait, store } = environment();
    await hire("C-8");
    await sendAndWait("employee.suspended", { employeeId: "C-8" });
    await leave("C-8");
    const stays = await sendAndWait(cancellation, { employeeId: "C-8" });
    expect(stays.status).toBe("succeeded");
    expect(await isEnabled("C-8")).toBe(false);
    expect((await store.employees.get("C-8"))?.state).toBe("suspended");
  });

  test("a cancellation whose person cannot be enabled asks for attention, and a retry enables them", async () => {
    const { sendAndWait, operate, idle, find, platform } = environment();
    await hire("C-9");
    await leave("C-9");
    platform.faults.add({ kind: "status", status: 403, method: "PUT" });
    const stays = await sendAndWait(cancellation, { employeeId: "C-9" });
    expect(stays.status).toBe("needs_attention");
    platform.faults.clear();
    await operate("POST", `/${stays.id}/retry`);
    await idle();
    expect((await find(stays.id)).status).toBe("succeeded");
    expect(await isEnabled("C-9")).toBe(true);
  });

  test("a caller without the scope offboard cannot cancel terminations", async () => {
    const { send } = environment();
    const answer = await send(cancellation, { employeeId: "C-2" }, weak);
    expect(answer.status).toBe(403);
  });
});

describe("a cancellation for an unknown employee", () => {
  test("a cancellation for an unknown employee asks for attention, and the hire runs it again", async () => {
    const { sendAndWait, find, store } = environment();
    const stays = await sendAndWait(cancellation, { employeeId: "C-10" });
    await passDays(0.1);
    expect(await find(stays.id)).toMatchObject({
      status: "needs_attention",
      reason: "unknown-employee",
    });
    expect((await store.employees.get("C-10"))?.state).toBe("expected");
    await hire("C-10");
    await passMinutes();
    expect((await find(stays.id)).status).toBe("succeeded");
    expect(await store.employees.get("C-10")).not.toHaveProperty("awaiting");
    const late = await sendAndWait(
      "employee.terminated",
      { employeeId: "C-10" },
      { atMs: stays.eventAtMs - 1 },
    );
    expect(late).toMatchObject({ status: "cancelled" });
    expect(await isEnabled("C-10")).toBe(true);
  });

  test.each(["a termination first", "the cancellation first"])(
    "a termination and its cancellation that arrive before their older hire leave the hire in force (%s)",
    async (order) => {
      const { sendAndWait, advanceTime, nowMs, store } = environment();
      const employeeId = `C-11 ${order}`;
      const atMs = nowMs() - 10_000;
      const terminate = () =>
        sendAndWait("employee.terminated", { employeeId }, { atMs: atMs + 1 });
      const cancel = () =>
        sendAndWait(cancellation, { employeeId }, { atMs: atMs + 2 });
      const isFirst = order === "a termination first";
      for (const one of isFirst ? [terminate, cancel] : [cancel, terminate]) {
        await one();
        advanceTime(1_000);
      }
      const username = isFirst ? "c-11-a" : "c-11-b";
      const hired = await sendAndWait(
        "employee.hired",
        hireOf(employeeId, { username, email: `${username}@example.com` }),
        { atMs },
      );
      expect(hired.status).toBe("succeeded");
      expect((await store.employees.get(employeeId))?.state).toBe("active");
    },
  );
});
