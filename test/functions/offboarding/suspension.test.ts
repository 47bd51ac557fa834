import { describe, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { isThorough } from "../../resilience/effort.ts";
import { dayMs, minuteMs } from "../../../shared/durations.ts";

const weakToken = "token-of-a-weak-caller-32-characters";
/** Another operator than `ops`, who sends the events. */
const guardToken = "guard-token-of-the-test-with-32-characters";
const environment = useInProcess({
  graceDays: 7,
  zone: "Europe/Zurich",
  protectedUsernames: ["s-prot"],
  callers: {
    weak: { scheme: "bearer", keys: [weakToken], scopes: ["onboard"] },
    guard: { scheme: "bearer", keys: [guardToken], scopes: ["operate"] },
  },
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

  test("a suspension that a caller cancels before its first day never begins", async () => {
    const { sendAndWait, operate, idle, find, advanceTime, ...others } =
      environment();
    const { runScheduler, nowMs } = others;
    await hire("S-4");
    const from = iso(nowMs() + 5 * dayMs);
    const { id } = await sendAndWait("employee.suspended", {
      employeeId: "S-4",
      from,
    });
    expect((await operate("POST", `/${id}/cancel`)).status).toBe(202);
    await idle();
    advanceTime(6 * dayMs);
    await runScheduler();
    expect((await find(id)).status).toBe("cancelled");
    expect(await stateOf("S-4")).toEqual(["active", true]);
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

  test("a later suspension takes the place of the one before it, with its own end", async () => {
    const { sendAndWait, find, advanceTime, runScheduler, nowMs } =
      environment();
    await hire("S-6");
    const until = (days: number) => iso(nowMs() + days * dayMs);
    const employeeId = "S-6";
    const first = await sendAndWait("employee.suspended", {
      employeeId,
      until: until(3),
    });
    advanceTime(1_000);
    const second = await sendAndWait("employee.suspended", {
      employeeId,
      until: until(6),
    });
    expect(await find(first.id)).toMatchObject({
      status: "cancelled",
      reason: "changed-since",
      sameAs: second.id,
    });
    advanceTime(4 * dayMs);
    await runScheduler();
    expect(await stateOf(employeeId)).toEqual(["suspended", false]);
    advanceTime(3 * dayMs);
    await runScheduler();
    expect(await stateOf(employeeId)).toEqual(["active", true]);
  });

  test.runIf(isThorough)(
    "a suspension whose first day HR has moved begins on the new day only",
    async () => {
      const { sendAndWait, find, advanceTime, runScheduler, nowMs } =
        environment();
      await hire("S-7");
      const employeeId = "S-7";
      const from = (days: number) => iso(nowMs() + days * dayMs);
      const first = await sendAndWait("employee.suspended", {
        employeeId,
        from: from(3),
      });
      advanceTime(1_000);
      await sendAndWait("employee.suspended", { employeeId, from: from(6) });
      advanceTime(4 * dayMs);
      await runScheduler();
      expect((await find(first.id)).reason).toBe("changed-since");
      expect(await stateOf(employeeId)).toEqual(["active", true]);
      advanceTime(3 * dayMs);
      await runScheduler();
      expect(await stateOf(employeeId)).toEqual(["suspended", false]);
    },
  );

  test("a suspension that was sent again does not suspend an employee who came back", async () => {
    const { sendAndWait, operate, idle, nowMs } = environment();
    await hire("S-8");
    const atMs = nowMs();
    const event = { employeeId: "S-8", until: iso(nowMs() + 5 * dayMs) };
    const first = await sendAndWait("employee.suspended", event, { atMs });
    await operate("POST", `/${first.id}/cancel`);
    await idle();
    const again = await sendAndWait("employee.suspended", event);
    expect(again).toMatchObject({
      status: "needs_attention",
      reason: "repeated-after-ruling",
    });
    expect(await stateOf("S-8")).toEqual(["active", true]);
  });

  test.runIf(isThorough)(
    "a suspension that is over when it arrives disables nobody, and ends an earlier one",
    async () => {
      const { sendAndWait, advanceTime, nowMs } = environment();
      await hire("S-9");
      const employeeId = "S-9";
      const over = { employeeId, until: iso(nowMs() - 1) };
      const late = await sendAndWait("employee.suspended", over);
      expect(late).toMatchObject({ status: "cancelled", reason: "expired" });
      expect(await stateOf(employeeId)).toEqual(["active", true]);
      advanceTime(1_000);
      await sendAndWait("employee.suspended", { employeeId });
      expect(await stateOf(employeeId)).toEqual(["suspended", false]);
      advanceTime(1_000);
      await sendAndWait("employee.suspended", over);
      expect(await stateOf(employeeId)).toEqual(["active", true]);
    },
  );

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

  test("a suspension of one day is accepted", async () => {
    const { send } = environment();
    const day = "2027-03-02";
    const event = { employeeId: "S-11", from: day, until: day };
    expect((await send("employee.suspended", event)).status).toBe(202);
  });

  test("a caller without the scope offboard can neither suspend nor resume", async () => {
    const { send } = environment();
    const caller = { caller: "weak", token: weakToken };
    for (const type of ["employee.suspended", "employee.resumed"])
      expect((await send(type, { employeeId: "S-12" }, caller)).status).toBe(
        403,
      );
  });
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

  test("a person with other names than ours is not suspended", async () => {
    const { sendAndWait, platformAuth, personOf } = environment();
    await hire("S-13");
    await platformAuth.service.people.update(
      (await personOf("S-13"))?.id ?? "",
      (person) => ({
        ...person,
        emails: [{ value: "other@example.com", svc_label: "Email" }],
      }),
    );
    const refused = await sendAndWait("employee.suspended", {
      employeeId: "S-13",
    });
    expect(refused.reason).toBe("person-differs");
    expect((await stateOf("S-13"))[1]).toBe(true);
  });

  test("a person who is gone lets a suspension end with person-missing", async () => {
    const { sendAndWait, platformAuth, personOf } = environment();
    await hire("S-14");
    const personID = (await personOf("S-14"))?.id ?? "";
    await platformAuth.service.people.remove(personID);
    const refused = await sendAndWait("employee.suspended", {
      employeeId: "S-14",
    });
    expect(refused.reason).toBe("person-missing");
  });
});

describe("a termination of a suspended employee", () => {
  test("a termination counts in a suspension, and its grace period begins with it", async () => {
    const { sendAndWait, advanceTime, runScheduler, platform, nowMs } =
      environment();
    await hire("S-15");
    const employeeId = "S-15";
    await sendAndWait("employee.suspended", { employeeId });
    advanceTime(30 * dayMs);
    const left = await sendAndWait("employee.terminated", { employeeId });
    expect(left).toMatchObject({ status: "waiting", phase: "grace" });
    expect((left.dueAtMs ?? 0) - nowMs()).toBeGreaterThan(6.9 * dayMs);
    expect(await stateOf(employeeId)).toEqual(["leaving", false]);
    advanceTime(8 * dayMs);
    await runScheduler();
    expect(platform.findPerson("s-15")).toBeUndefined();
  });

  test("a resumption after a termination enables nobody", async () => {
    const { sendAndWait, advanceTime } = environment();
    await hire("S-16");
    const employeeId = "S-16";
    await sendAndWait("employee.suspended", { employeeId });
    advanceTime(1_000);
    await sendAndWait("employee.terminated", { employeeId });
    advanceTime(1_000);
    await sendAndWait("employee.resumed", { employeeId });
    expect(await stateOf(employeeId)).toEqual(["leaving", false]);
  });

  describe("that needs attention", () => {
    /** A suspended employee, whose termination stops because their address differs. */
    async function stopLeaving(employeeId: string) {
      const { sendAndWait, advanceTime, nowMs } = environment();
      await hire(employeeId);
      const { id } = await sendAndWait("employee.suspended", {
        employeeId,
        until: iso(nowMs() + 2 * dayMs),
      });
      await changeEmail(employeeId, `${employeeId}@other.example`);
      advanceTime(1_000);
      const left = await sendAndWait("employee.terminated", { employeeId });
      expect(left).toMatchObject({
        status: "needs_attention",
        reason: "person-differs",
      });
      advanceTime(1_000);
      return { suspension: id, termination: left.id };
    }

    async function changeEmail(employeeId: string, value: string) {
      const { platformAuth, personOf } = environment();
      const { id = "" } = (await personOf(employeeId)) ?? {};
      await platformAuth.service.people.update(id, (person) => ({
        ...person,
        emails: [{ value, svc_label: "Email" }],
      }));
    }

    const ends = {
      "a resumption": async (employeeId: string, suspension: string) => {
        const { sendAndWait, find } = environment();
        await sendAndWait("employee.resumed", { employeeId });
        expect((await find(suspension)).status).toBe("cancelled");
      },
      "the end of the suspension": async (_: string, suspension: string) => {
        const { advanceTime, runScheduler, find } = environment();
        advanceTime(2 * dayMs);
        await runScheduler();
        expect((await find(suspension)).status).toBe("succeeded");
      },
      "a cancelled suspension": async (_: string, suspension: string) => {
        const { operate, idle, find } = environment();
        await operate("POST", `/${suspension}/cancel`);
        await idle();
        expect((await find(suspension)).status).toBe("cancelled");
      },
    };

    test.each(Object.keys(ends) as (keyof typeof ends)[])(
      "%s enables no leaver whose termination needs attention, and a retry of the termination works",
      async (end) => {
        const { operate, idle, find } = environment();
        const employeeId = `T-${Object.keys(ends).indexOf(end)}`;
        const { suspension, termination } = await stopLeaving(employeeId);
        await ends[end](employeeId, suspension);
        expect(await stateOf(employeeId)).toEqual(["leaving", false]);
        await changeEmail(employeeId, hireOf(employeeId).email);
        await operate("POST", `/${termination}/retry`);
        await idle();
        expect(await find(termination)).toMatchObject({ phase: "grace" });
        expect(await stateOf(employeeId)).toEqual(["leaving", false]);
      },
    );

    test("a cancellation of a termination that needs attention enables a person whose suspension has ended", async () => {
      const { sendAndWait, advanceTime } = environment();
      const employeeId = "T-withdrawn";
      const { suspension } = await stopLeaving(employeeId);
      await ends["a resumption"](employeeId, suspension);
      await changeEmail(employeeId, hireOf(employeeId).email);
      advanceTime(1_000);
      await sendAndWait("employee.termination_cancelled", { employeeId });
      expect(await stateOf(employeeId)).toEqual(["active", true]);
    });

    test("a termination that is cancelled during an outage enables a person whose suspension has ended", async () => {
      const { operate, idle, find, platform, advanceTime, runScheduler } =
        environment();
      const employeeId = "T-cancelled";
      const { suspension, termination } = await stopLeaving(employeeId);
      await ends["a resumption"](employeeId, suspension);
      platform.faults.add({ kind: "status", status: 503 });
      await operate("POST", `/${termination}/retry`);
      await idle();
      expect(await find(termination)).toMatchObject({ blockedBy: "platform" });
      await operate("POST", `/${termination}/cancel`);
      platform.faults.clear();
      await changeEmail(employeeId, hireOf(employeeId).email);
      await idle();
      for (let minutes = 0; minutes < 30; minutes += 10) {
        advanceTime(10 * minuteMs);
        await runScheduler();
      }
      expect((await find(termination)).status).toBe("cancelled");
      expect(await stateOf(employeeId)).toEqual(["active", true]);
    });

    test("a resumption enables no leaver whose termination an operator has done by hand", async () => {
      const { sendAndWait, operate } = environment();
      const employeeId = "T-resolved";
      const { termination } = await stopLeaving(employeeId);
      const guard = { note: "deleted by hand" };
      const answer = await operate(
        "POST",
        `/${termination}/resolve`,
        guard,
        guardToken,
      );
      expect(answer.status).toBe(200);
      await sendAndWait("employee.resumed", { employeeId });
      expect(await stateOf(employeeId)).toEqual(["kept", false]);
    });
  });

  test("a resumption enables nobody whose termination an outage blocks, until that is cancelled", async () => {
    const { sendAndWait, advanceTime, runScheduler, platform, operate, find } =
      environment();
    const employeeId = "T-blocked";
    await hire(employeeId);
    await sendAndWait("employee.suspended", { employeeId });
    advanceTime(1_000);
    platform.faults.add({ kind: "status", status: 503 });
    const left = await sendAndWait("employee.terminated", { employeeId });
    advanceTime(1_000);
    const resumed = await sendAndWait("employee.resumed", { employeeId });
    expect(resumed.status).toBe("succeeded");
    await operate("POST", `/${left.id}/cancel`);
    platform.faults.clear();
    for (let minutes = 0; minutes < 30; minutes += 10) {
      advanceTime(10 * minuteMs);
      await runScheduler();
    }
    expect((await find(resumed.id)).status).toBe("succeeded");
    expect(await stateOf(employeeId)).toEqual(["active", true]);
  });

  test.each(["employee.suspended", "employee.terminated"])(
    "a suspension until the last day does not enable the person on that day, if HR sends %s first",
    async (first) => {
      const { sendAndWait, advanceTime, runScheduler, find, nowMs } =
        environment();
      const employeeId = `S-18-${first}`;
      await hire(employeeId);
      const day = iso(nowMs() + 2 * dayMs);
      const data: Record<string, object> = {
        "employee.suspended": { employeeId, until: day },
        "employee.terminated": { employeeId, lastDay: day },
      };
      const second = Object.keys(data).find((type) => type !== first) ?? "";
      const ids: Record<string, string> = {};
      for (const type of [first, second]) {
        advanceTime(1_000);
        ids[type] = (await sendAndWait(type, data[type] ?? {})).id;
      }
      advanceTime(3 * dayMs);
      await runScheduler();
      const ended = await find(ids["employee.suspended"] ?? "");
      expect(ended.status).toBe("succeeded");
      expect(ended.steps).not.toHaveProperty("enable person");
      expect(await stateOf(employeeId)).toEqual(["leaving", false]);
    },
  );

  test.runIf(isThorough)(
    "the end of a suspension enables nobody who is leaving",
    async () => {
      const { sendAndWait, advanceTime, runScheduler, find, nowMs } =
        environment();
      await hire("S-17");
      const employeeId = "S-17";
      const { id } = await sendAndWait("employee.suspended", {
        employeeId,
        until: iso(nowMs() + 2 * dayMs),
      });
      advanceTime(1_000);
      await sendAndWait("employee.terminated", { employeeId });
      advanceTime(3 * dayMs);
      await runScheduler();
      expect((await find(id)).status).toBe("succeeded");
      expect(await stateOf(employeeId)).toEqual(["leaving", false]);
    },
  );
});
