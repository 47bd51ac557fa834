import { beforeEach, describe, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { effort, isThorough } from "../../resilience/effort.ts";
import { dayMs } from "../../../shared/durations.ts";

/** A recruiting system, which may hire and adopt. It may not let people leave. */
const recruiting = { caller: "recruiting", token: "token-of-recruiting" };
const guardToken = "token-of-the-guard-with-32-characters";
const environment = useInProcess({
  graceDays: 7,
  deletionLimit: { percent: 0, min: 2, max: 2 },
  callers: {
    recruiting: {
      scheme: "bearer",
      keys: [recruiting.token],
      scopes: ["onboard", "adopt"],
    },
    guard: {
      scheme: "bearer",
      keys: [guardToken],
      scopes: ["operate"],
    },
  },
});
const refused = { status: "needs_attention", reason: "scope-missing" };
const maxAheadMs = 290_000;

const iso = (atMs: number) => new Date(atMs).toISOString();
const inDays = (days: number) => iso(environment().nowMs() + days * dayMs);
const isHere = (employeeId: string) =>
  environment().platform.findPerson(employeeId.toLowerCase()) !== undefined;
const isEnabled = async (employeeId: string) =>
  (await environment().personOf(employeeId))?.svc.enabled;

beforeEach(() => environment().advanceTime(2 * dayMs));

describe("an event dated ahead of our clock", () => {
  test.each(
    effort(
      [["with the scope onboard alone", recruiting]],
      [
        ["with the scope onboard alone", recruiting],
        ["with both scopes", {}],
      ],
    ),
  )(
    "a hire dated ahead by a key %s does not stop a termination that comes after it",
    async (_, sender) => {
      const { sendAndWait, nowMs, advanceTime } = environment();
      const employeeId = `A-${Object.keys(sender).length}`;
      await sendAndWait("employee.hired", hireOf(employeeId));
      advanceTime(1_000);
      const hired = await sendAndWait("employee.hired", hireOf(employeeId), {
        ...sender,
        atMs: nowMs() + maxAheadMs,
      });
      expect(hired.status).toBe("succeeded");
      advanceTime(1_000);
      const leaver = { employeeId, graceDays: 0 };
      const left = await sendAndWait("employee.terminated", leaver);
      expect(left).toMatchObject({ status: "succeeded", warnings: [] });
      expect(isHere(employeeId)).toBe(false);
    },
  );

  test("a status dated ahead does not stop the statuses that come after it", async () => {
    const { sendAndWait, nowMs, advanceTime, platform } = environment();
    await sendAndWait("employee.hired", hireOf("A-10"));
    const status = (text: string) => ({ employeeId: "A-10", text });
    const atMs = nowMs() + maxAheadMs;
    await sendAndWait("status.set", status("Ahead"), { atMs });
    advanceTime(1_000);
    const next = await sendAndWait("status.set", status("Now"));
    expect(next.status).toBe("succeeded");
    expect(platform.findPerson("a-10")?.status).toBe("Now");
  });
});

describe("a hire without the scope offboard", () => {
  test("a hire without the scope offboard does not stop a termination that waits for the last day, and is a repetition", async () => {
    const { sendAndWait, advanceTime, runScheduler, find } = environment();
    await sendAndWait("employee.hired", hireOf("B-1"));
    const lastDay = inDays(10);
    const leaver = { employeeId: "B-1", lastDay, graceDays: 0 };
    const left = await sendAndWait("employee.terminated", leaver);
    advanceTime(1_000);
    const hire = hireOf("B-1");
    const hired = await sendAndWait("employee.hired", hire, recruiting);
    expect(hired.status).toBe("succeeded");
    advanceTime(11 * dayMs);
    await runScheduler();
    expect((await find(left.id)).status).toBe("succeeded");
    expect(isHere("B-1")).toBe(false);
  });

  test("a hire without the scope offboard does not enable a person in the grace period, until an operator cancels the termination", async () => {
    const { sendAndWait, advanceTime, operate, runUntilIdle, find } =
      environment();
    await sendAndWait("employee.hired", hireOf("B-2"));
    const left = await sendAndWait("employee.terminated", {
      employeeId: "B-2",
    });
    advanceTime(1_000);
    const hire = hireOf("B-2");
    const hired = await sendAndWait("employee.hired", hire, recruiting);
    expect(hired).toMatchObject(refused);
    expect(await isEnabled("B-2")).toBe(false);
    await operate("POST", `/${left.id}/cancel`);
    await runUntilIdle();
    expect(await find(hired.id)).toMatchObject(refused);
    expect(await isEnabled("B-2")).toBe(true);
  });

  test.runIf(isThorough)(
    "a hire without the scope offboard does not stop a termination that the deletion limit holds",
    async () => {
      const { sendAndWait, advanceTime, operate, runUntilIdle, find } =
        environment();
      const leave = async (employeeId: string) => {
        await sendAndWait("employee.hired", hireOf(employeeId));
        advanceTime(1_000);
        const leaver = { employeeId, graceDays: 0 };
        return sendAndWait("employee.terminated", leaver);
      };
      await leave("B-3");
      await leave("B-4");
      const held = await leave("B-5");
      expect(held.reason).toBe("deletion-limit");
      advanceTime(1_000);
      const hire = hireOf("B-5");
      const hired = await sendAndWait("employee.hired", hire, recruiting);
      expect(hired).toMatchObject(refused);
      const operations = [held.id];
      await operate("POST", "/release", { operations }, guardToken);
      await runUntilIdle();
      expect((await find(held.id)).status).toBe("succeeded");
      expect(isHere("B-5")).toBe(false);
    },
  );

  test("a hire without the scope offboard does not delay a deletion with its start date, and one that comes after it creates a new person", async () => {
    const { sendAndWait, advanceTime, runScheduler, find } = environment();
    const first = await sendAndWait("employee.hired", hireOf("B-6"));
    const left = await sendAndWait("employee.terminated", {
      employeeId: "B-6",
    });
    advanceTime(1_000);
    const hire = hireOf("B-6", { startDate: inDays(20) });
    const hired = await sendAndWait("employee.hired", hire, recruiting);
    advanceTime(8 * dayMs);
    await runScheduler();
    expect(await find(left.id)).toMatchObject({
      status: "succeeded",
    });
    expect(isHere("B-6")).toBe(false);
    expect(await find(hired.id)).toMatchObject(refused);
    advanceTime(13 * dayMs);
    const again = await sendAndWait("employee.hired", hire, recruiting);
    expect(again.status).toBe("succeeded");
    expect(again.result?.personID).not.toBe(first.result?.personID);
    expect(await isEnabled("B-6")).toBe(true);
  });

  test.runIf(isThorough)(
    "a hire without the scope offboard does not separate two terminations of which the later one moves the last day",
    async () => {
      const { sendAndWait, advanceTime, runScheduler, find } = environment();
      await sendAndWait("employee.hired", hireOf("B-7"));
      const leave = (days: number) =>
        sendAndWait("employee.terminated", {
          employeeId: "B-7",
          lastDay: inDays(days),
        });
      const { id } = await leave(10);
      advanceTime(1_000);
      await sendAndWait("employee.hired", hireOf("B-7"), recruiting);
      advanceTime(1_000);
      await leave(40);
      advanceTime(11 * dayMs);
      await runScheduler();
      expect(await find(id)).toMatchObject({ reason: "terminated-since" });
      expect(await isEnabled("B-7")).toBe(true);
    },
  );

  test.runIf(isThorough)(
    "a hire without the scope offboard creates a new person when the earlier one is deleted",
    async () => {
      const { sendAndWait, advanceTime } = environment();
      await sendAndWait("employee.hired", hireOf("B-8"));
      const leaver = { employeeId: "B-8", graceDays: 0 };
      await sendAndWait("employee.terminated", leaver);
      advanceTime(1_000);
      const hire = hireOf("B-8");
      const hired = await sendAndWait("employee.hired", hire, recruiting);
      expect(hired.status).toBe("succeeded");
      expect(await isEnabled("B-8")).toBe(true);
    },
  );
});

test("a termination goes on after a later hire without the scope offboard that arrived first", async () => {
  const { sendAndWait, advanceTime, nowMs } = environment();
  await sendAndWait("employee.hired", hireOf("C-1"));
  advanceTime(10_000);
  const hire = hireOf("C-1");
  const hired = await sendAndWait("employee.hired", hire, recruiting);
  expect(hired.status).toBe("succeeded");
  const left = await sendAndWait(
    "employee.terminated",
    { employeeId: "C-1" },
    { atMs: nowMs() - 5_000 },
  );
  expect(left).toMatchObject({ status: "waiting", phase: "grace" });
  expect(await isEnabled("C-1")).toBe(false);
});

test.each([
  ["without the scope offboard", recruiting],
  ["with the scope offboard", {}],
])(
  "an adoption %s links the person, and a termination that waits for the last day goes on",
  async (what, sender) => {
    const { addPerson, sendAndWait, advanceTime, runScheduler, find } =
      environment();
    const employeeId = `D-${what.split(" ")[0]}`;
    const username = employeeId.toLowerCase();
    await addPerson(username);
    const leaver = { employeeId, lastDay: inDays(10), graceDays: 0 };
    const left = await sendAndWait("employee.terminated", leaver);
    advanceTime(1_000);
    const email = `${username}@example.com`;
    const adoption = { employeeId, username, email };
    const adopted = await sendAndWait("employee.adopted", adoption, sender);
    expect(adopted.status).toBe("succeeded");
    advanceTime(11 * dayMs);
    await runScheduler();
    expect((await find(left.id)).status).toBe("succeeded");
    expect(isHere(employeeId)).toBe(false);
  },
);
