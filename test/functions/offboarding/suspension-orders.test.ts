import { describe, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { effort } from "../../resilience/effort.ts";
import { dayMs } from "../../../shared/durations.ts";

const environment = useInProcess({ graceDays: 7 });

const types = {
  suspended: "employee.suspended",
  resumed: "employee.resumed",
  terminated: "employee.terminated",
  cancelled: "employee.termination_cancelled",
} as const;
type Event = keyof typeof types;

type Sequence = readonly [events: readonly Event[], state: string];

/** The events in the order of their times, and the state in which the employee must be after all of them. */
const sequences: readonly Sequence[] = [
  [["suspended", "resumed"], "active"],
  [["terminated", "suspended"], "leaving"],
  [["suspended", "terminated", "cancelled"], "suspended"],
];
const moreSequences: readonly Sequence[] = [
  [["resumed", "suspended"], "suspended"],
  [["suspended", "suspended"], "suspended"],
  [["resumed", "resumed"], "active"],
  [["suspended", "terminated"], "leaving"],
  [["resumed", "terminated"], "leaving"],
  [["terminated", "resumed"], "leaving"],
  [["terminated", "cancelled"], "active"],
  [["cancelled", "terminated"], "leaving"],
  [["suspended", "resumed", "suspended"], "suspended"],
  [["suspended", "terminated", "resumed"], "leaving"],
  [["terminated", "suspended", "cancelled"], "suspended"],
  [["terminated", "cancelled", "suspended"], "suspended"],
  [["suspended", "cancelled", "terminated"], "leaving"],
  [["terminated", "cancelled", "terminated"], "leaving"],
  [["suspended", "terminated", "resumed", "cancelled"], "active"],
  [["suspended", "terminated", "cancelled", "resumed"], "active"],
  [["terminated", "suspended", "cancelled", "resumed"], "active"],
];

describe.each([...sequences, ...effort([], moreSequences)])(
  "%j",
  (events, state) => {
    test.each(permutationsOf(events.length))(
      `leads to ${state}, whatever the order of arrival: %j`,
      async (...arrival) => {
        const { sendAndWait, advanceTime, nowMs, store, personOf } =
          environment();
        const employeeId = `O-${state}-${events.join("-")}-${arrival.join("")}`;
        await sendAndWait("employee.hired", hireOf(employeeId));
        advanceTime(10_000);
        const startMs = nowMs() - 5_000;
        for (const index of arrival)
          await sendAndWait(
            types[events[index] ?? "resumed"],
            { employeeId },
            { atMs: startMs + index * 1_000 },
          );
        expect((await store.employees.get(employeeId))?.state).toBe(state);
        const isEnabled = (await personOf(employeeId))?.svc.enabled;
        expect(isEnabled).toBe(state === "active");
      },
    );
  },
);

describe("the cancellation of a termination", () => {
  const cases: readonly Sequence[] = [
    [["suspended", "terminated", "resumed"], "active"],
  ];
  const moreCases: readonly Sequence[] = [
    [["suspended", "terminated"], "suspended"],
    [["terminated", "suspended"], "suspended"],
    [["suspended", "resumed", "terminated"], "active"],
  ];
  test.each([...cases, ...effort([], moreCases)])(
    "restores what holds after %j: %s",
    async (events, state) => {
      const { sendAndWait, advanceTime, operate, idle, store, personOf } =
        environment();
      const employeeId = `C-${events.join("-")}`;
      await sendAndWait("employee.hired", hireOf(employeeId));
      let leaving = "";
      for (const event of events) {
        advanceTime(1_000);
        const { id } = await sendAndWait(types[event], { employeeId });
        if (event === "terminated") leaving = id;
      }
      await operate("POST", `/${leaving}/cancel`);
      await idle();
      expect((await store.employees.get(employeeId))?.state).toBe(state);
      const isEnabled = (await personOf(employeeId))?.svc.enabled;
      expect(isEnabled).toBe(state === "active");
    },
  );

  test("keeps a person disabled who is suspended while it enables them", async () => {
    const { sendAndWait, advanceTime, operate, idle, send, partFailures } =
      environment();
    const employeeId = "C-race";
    await sendAndWait("employee.hired", hireOf(employeeId));
    advanceTime(1_000);
    const { id } = await sendAndWait("employee.terminated", { employeeId });
    advanceTime(1_000);
    const suspended = Promise.withResolvers<string>();
    let isFirst = true;
    partFailures.workflowTable = async (_command, item, input) => {
      const isEnd = input.includes('"unsure"');
      if (!isFirst || item !== `employee#${employeeId}` || !isEnd) return false;
      isFirst = false;
      const answer = await send("employee.suspended", { employeeId });
      const { operation } = environment();
      while ((await operation(answer)).status === "accepted")
        await new Promise((wake) => setImmediate(wake));
      suspended.resolve("noted");
      return false;
    };
    await operate("POST", `/${id}/cancel`);
    expect(await suspended.promise).toBe("noted");
    await idle();
    const { store, personOf } = environment();
    expect((await store.employees.get(employeeId))?.state).toBe("suspended");
    expect((await personOf(employeeId))?.svc.enabled).toBe(false);
  });

  test("disables a person again who is suspended after an earlier run has enabled them", async () => {
    const environmentNow = environment();
    const { sendAndWait, advanceTime, platform, platformAuth, personOf } =
      environmentNow;
    const employeeId = "C-blocked";
    await sendAndWait("employee.hired", hireOf(employeeId));
    advanceTime(1_000);
    await sendAndWait("employee.terminated", { employeeId });
    advanceTime(1_000);
    platform.faults.add({ kind: "status", status: 503, method: "PUT" });
    const stays = await sendAndWait("employee.termination_cancelled", {
      employeeId,
    });
    expect(stays).toMatchObject({ status: "waiting", blockedBy: "platform" });
    platform.faults.clear();
    // The enabling without an answer took effect.
    await platformAuth.service.people.update(
      stays.result?.personID ?? (await personOf(employeeId))?.id ?? "",
      (person) => ({
        ...person,
        svc: { ...person.svc, enabled: true, visible: true },
      }),
    );
    const suspended = await sendAndWait("employee.suspended", { employeeId });
    expect(suspended.status).toBe("succeeded");
    const { find, runScheduler, store } = environmentNow;
    for (let minutes = 0; minutes < 60; minutes += 10) {
      advanceTime(10 * 60_000);
      await runScheduler();
    }
    expect((await find(stays.id)).status).toBe("succeeded");
    expect((await store.employees.get(employeeId))?.state).toBe("suspended");
    expect((await personOf(employeeId))?.svc.enabled).toBe(false);
  });

  test("enables a person whose suspension ended while they were leaving", async () => {
    const { sendAndWait, advanceTime, runScheduler, operate, idle, nowMs } =
      environment();
    const employeeId = "C-over";
    await sendAndWait("employee.hired", hireOf(employeeId));
    advanceTime(1_000);
    const until = new Date(nowMs() + dayMs).toISOString();
    await sendAndWait("employee.suspended", { employeeId, until });
    advanceTime(1_000);
    const { id } = await sendAndWait("employee.terminated", { employeeId });
    advanceTime(2 * dayMs);
    await runScheduler();
    await operate("POST", `/${id}/cancel`);
    await idle();
    const { store, personOf } = environment();
    expect((await store.employees.get(employeeId))?.state).toBe("active");
    expect((await personOf(employeeId))?.svc.enabled).toBe(true);
  });
});

describe("an employee who is suspended before a hire is known", () => {
  test("a suspension of an unknown employee needs attention, and a later resumption of them leaves nothing to suspend", async () => {
    const { sendAndWait, advanceTime, runScheduler, find, personOf } =
      environment();
    const employeeId = "U-1";
    const { id } = await sendAndWait("employee.suspended", { employeeId });
    advanceTime(16 * 60_000);
    await runScheduler();
    expect(await find(id)).toMatchObject({
      status: "needs_attention",
      reason: "unknown-employee",
    });
    advanceTime(1_000);
    const resumed = await sendAndWait("employee.resumed", { employeeId });
    expect(resumed.status).toBe("waiting");
    await sendAndWait("employee.hired", hireOf(employeeId));
    expect((await find(id)).status).toBe("cancelled");
    expect((await personOf(employeeId))?.svc.enabled).toBe(true);
  });

  test("a suspension of an unknown employee holds from the hire on: no person is created", async () => {
    const { sendAndWait, advanceTime, runScheduler, find, personOf, store } =
      environment();
    const employeeId = "U-2";
    const { id } = await sendAndWait("employee.suspended", { employeeId });
    await sendAndWait("employee.hired", hireOf(employeeId));
    advanceTime(3 * 60_000);
    await runScheduler();
    expect((await find(id)).status).toBe("succeeded");
    expect((await store.employees.get(employeeId))?.state).toBe("expected");
    expect(await personOf(employeeId)).toBeUndefined();
  });
});

describe("an outage", () => {
  test("a suspension waits for the end of an outage among the terminations, and disables then", async () => {
    const {
      sendAndWait,
      send,
      runUntilIdle,
      advanceTime,
      operation,
      platform,
    } = environment();
    const employeeId = "W-1";
    await sendAndWait("employee.hired", hireOf(employeeId));
    advanceTime(1_000);
    platform.faults.add({ kind: "status", status: 503 });
    const answer = await send("employee.suspended", { employeeId });
    await runUntilIdle();
    const waiting = await operation(answer);
    expect(waiting).toMatchObject({ status: "waiting", blockedBy: "platform" });
    platform.faults.clear();
    const { runScheduler, find, personOf } = environment();
    for (let minute = 0; minute < 15; minute++) {
      advanceTime(60_000);
      await runScheduler();
    }
    expect((await find(waiting.id)).status).toBe("succeeded");
    expect((await personOf(employeeId))?.svc.enabled).toBe(false);
  });

  test("a resumption during an outage overtakes the suspension that waits, and the person stays enabled", async () => {
    const {
      sendAndWait,
      send,
      runUntilIdle,
      advanceTime,
      operation,
      platform,
    } = environment();
    const employeeId = "W-2";
    await sendAndWait("employee.hired", hireOf(employeeId));
    advanceTime(1_000);
    platform.faults.add({ kind: "status", status: 503 });
    const answer = await send("employee.suspended", { employeeId });
    await runUntilIdle();
    platform.faults.clear();
    advanceTime(1_000);
    await sendAndWait("employee.resumed", { employeeId });
    expect(await operation(answer)).toMatchObject({
      status: "cancelled",
      reason: "changed-since",
    });
    const { runScheduler, personOf, store } = environment();
    advanceTime(dayMs);
    await runScheduler();
    expect((await store.employees.get(employeeId))?.state).toBe("active");
    expect((await personOf(employeeId))?.svc.enabled).toBe(true);
  });
});

/** Every order of so many things. */
function permutationsOf(count: number): number[][] {
  if (count === 0) return [[]];
  return permutationsOf(count - 1).flatMap((order) =>
    Array.from({ length: count }, (_, at) => order.toSpliced(at, 0, count - 1)),
  );
}
