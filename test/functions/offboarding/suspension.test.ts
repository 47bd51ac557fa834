import { describe, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { dayMs } from "../../../shared/durations.ts";

const environment = useInProcess({
  graceDays: 7,
  zone: "Europe/Zurich",
  protectedUsernames: ["s-prot"],
});

const iso = (atMs: number) => new Date(atMs).toISOString();
const stateOf = async (employeeId: string) => {
  const { store, personOf } = environment();
  const employee = await store.employees.get(employeeId);
  const enabled = (await personOf(employeeId))?.svc.enabled;
  return [employee?.state, enabled];
};
const hire = async (employeeId: string) => {
  await environment().sendAndWait("employee.hired", hireOf(employeeId));
  environment().advanceTime(1_000);
};

describe("a suspension", () => {
  test("a suspension disables the person and keeps them, and a resumption enables them again", async () => {
    const { sendAndWait, personOf, advanceTime, deletions } = environment();
    await hire("S-1");
    const deleted = deletions();
    const suspended = await sendAndWait("employee.suspended", {
      employeeId: "S-1",
      reason: "parental leave",
    });
    expect(suspended).toMatchObject({ status: "succeeded" });
    expect(await personOf("S-1")).toMatchObject({
      svc: { enabled: false, visible: false },
    });
    expect(await stateOf("S-1")).toEqual(["suspended", false]);
    expect(deletions()).toBe(deleted);

    advanceTime(1_000);
    const resumed = await sendAndWait("employee.resumed", {
      employeeId: "S-1",
    });
    expect(resumed).toMatchObject({ status: "succeeded" });
    expect(await personOf("S-1")).toMatchObject({
      svc: { enabled: true, visible: true },
    });
    expect(await stateOf("S-1")).toEqual(["active", true]);
  });

  test("a suspension with an end waits until then, and enables the person at that time", async () => {
    const { sendAndWait, find, advanceTime, runScheduler, nowMs } =
      environment();
    await hire("S-2");
    const untilMs = nowMs() + 10 * dayMs;
    const { id, ...waiting } = await sendAndWait("employee.suspended", {
      employeeId: "S-2",
      until: iso(untilMs),
    });
    expect(waiting).toMatchObject({
      status: "waiting",
      phase: "suspended",
      dueAtMs: untilMs,
    });
    advanceTime(9 * dayMs);
    await runScheduler();
    expect(await stateOf("S-2")).toEqual(["suspended", false]);
    advanceTime(1.1 * dayMs);
    await runScheduler();
    expect(await stateOf("S-2")).toEqual(["active", true]);
    expect(await find(id)).toMatchObject({ status: "succeeded" });
  });

  test("a suspension waits for its first day, which begins and ends in the time zone of the deployment", async () => {
    const { sendAndWait, find, advanceTime, runScheduler, nowMs } =
      environment();
    await hire("S-3");
    const { id, dueAtMs } = await sendAndWait("employee.suspended", {
      employeeId: "S-3",
      from: "2027-07-01",
      until: "2027-07-31",
    });
    // In summer, Zurich is two hours ahead of UTC.
    expect(iso(dueAtMs ?? 0)).toBe("2027-06-30T22:00:00.000Z");
    await runScheduler();
    expect(await stateOf("S-3")).toEqual(["active", true]);
    advanceTime((dueAtMs ?? 0) - nowMs());
    await runScheduler();
    expect(await stateOf("S-3")).toEqual(["suspended", false]);
    expect(iso((await find(id)).dueAtMs ?? 0)).toBe("2027-07-31T22:00:00.000Z");
  });

  test("a caller ends a suspension that waits for its end, and the person is enabled", async () => {
    const { sendAndWait, operate, idle, find, nowMs } = environment();
    await hire("S-5");
    const { id } = await sendAndWait("employee.suspended", {
      employeeId: "S-5",
      until: iso(nowMs() + 5 * dayMs),
    });
    expect((await operate("POST", `/${id}/cancel`)).status).toBe(202);
    await idle();
    expect(await find(id)).toMatchObject({
      status: "cancelled",
      reason: "cancelled-by-caller",
    });
    expect(await stateOf("S-5")).toEqual(["active", true]);
  });

  test.each([
    ["2027-03-02", "2027-03-01"],
    ["2027-03-02T10:00:00Z", "2027-03-02T10:00:00Z"],
    ["2027-03-02", "2027-02-28T23:00:00Z"],
  ])(
    "a suspension from %s until %s is refused with the pointer of its end",
    async (from, until) => {
      const { send } = environment();
      const answer = await send("employee.suspended", {
        employeeId: "S-10",
        from,
        until,
      });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        errors: [{ pointer: "#/data/until", detail: "must be after from" }],
      });
    },
  );
});

describe("the person of a suspension", () => {
  test("a protected person is not suspended", async () => {
    const { sendAndWait } = environment();
    await hire("S-PROT");
    const refused = await sendAndWait("employee.suspended", {
      employeeId: "S-PROT",
    });
    expect(refused).toMatchObject({
      status: "needs_attention",
      reason: "person-protected",
    });
    expect((await stateOf("S-PROT"))[1]).toBe(true);
  });
});
