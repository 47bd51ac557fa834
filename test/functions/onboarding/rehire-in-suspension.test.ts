import { describe, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { isThorough } from "../../resilience/effort.ts";
import { dayMs } from "../../../shared/durations.ts";

const environment = useInProcess({ graceDays: 7 });

type Event = "suspended" | "terminated" | "hired" | "resumed";

/** Sends an event of an employee, on a later day than the one before it. */
async function send(event: Event, employeeId: string, data: object = {}) {
  const { sendAndWait, advanceTime } = environment();
  advanceTime(dayMs);
  return sendAndWait(`employee.${event}`, { employeeId, ...data });
}

/** A hire with a start date, which comes later than the last day, and has this event time. */
function hireAgain(employeeId: string, atMs = environment().nowMs()) {
  const startDate = new Date(environment().nowMs()).toISOString();
  return environment().sendAndWait(
    "employee.hired",
    hireOf(employeeId, { startDate }),
    { atMs },
  );
}

async function stateOf(employeeId: string) {
  const { store, personOf } = environment();
  const employee = await store.employees.get(employeeId);
  return [employee?.state, (await personOf(employeeId))?.svc.enabled];
}

async function passMinutes() {
  environment().advanceTime(3 * 60_000);
  await environment().runScheduler();
}

describe.each([
  ["in the grace period", {}],
  ["who is kept", { disposition: "disable" }],
])("a leaver %s", (where, leaving) => {
  const name = where === "in the grace period" ? "G" : "K";

  test(`a hire of a leaver ${where} ends a suspension that is older`, async () => {
    const employeeId = `${name}-1`;
    await send("hired", employeeId, hireOf(employeeId));
    const suspension = await send("suspended", employeeId);
    await send("terminated", employeeId, leaving);
    environment().advanceTime(2 * dayMs);
    expect((await hireAgain(employeeId)).status).toBe("succeeded");
    expect(await stateOf(employeeId)).toEqual(["active", true]);
    const again = await environment().sendAndWait(
      "employee.suspended",
      { employeeId },
      { atMs: suspension.eventAtMs },
    );
    expect(again.status).toBe("succeeded");
    expect(await stateOf(employeeId)).toEqual(["active", true]);
  });

  test(`a hire of a leaver ${where} leaves a later suspension in force, and a resumption ends it`, async () => {
    const employeeId = `${name}-2`;
    await send("hired", employeeId, hireOf(employeeId));
    const left = await send("terminated", employeeId, leaving);
    environment().advanceTime(dayMs);
    const suspended = await send("suspended", employeeId);
    expect(suspended.reason).toBe("not-active");
    environment().advanceTime(1_000);
    const hired = await hireAgain(employeeId, left.eventAtMs + 500);
    expect(hired).toMatchObject({ status: "succeeded" });
    expect(await stateOf(employeeId)).toEqual(["suspended", false]);
    // The deletion never happens.
    environment().advanceTime(30 * dayMs);
    await environment().runScheduler();
    expect(await stateOf(employeeId)).toEqual(["suspended", false]);
    await send("resumed", employeeId);
    expect(await stateOf(employeeId)).toEqual(["active", true]);
  });
});

test.runIf(isThorough)(
  "a rehire that could not enable the person keeps them disabled if a suspension came meanwhile",
  async () => {
    const { platform, operate, idle } = environment();
    await send("hired", "F-1", hireOf("F-1"));
    await send("terminated", "F-1");
    environment().advanceTime(2 * dayMs);
    platform.faults.add({ kind: "status", status: 403, method: "PUT" });
    const hired = await hireAgain("F-1");
    expect(hired.status).not.toBe("succeeded");
    platform.faults.clear();
    await send("suspended", "F-1");
    await operate("POST", `/${hired.id}/retry`);
    await idle();
    expect(await environment().find(hired.id)).toMatchObject({
      status: "succeeded",
    });
    expect(await stateOf("F-1")).toEqual(["suspended", false]);
  },
);

describe("an employee who is gone", () => {
  test.each([
    ["the day before the next start has no effect", 1, true],
    ["the day of the next start delays the new person to its end", 2, false],
  ])(
    "a suspension that comes after the deletion on %s",
    async (_, days, isCreated) => {
      const { sendAndWait, advanceTime, nowMs } = environment();
      const employeeId = `N-${days}`;
      await send("hired", employeeId, hireOf(employeeId));
      const left = await send("terminated", employeeId, { graceDays: 0 });
      expect(left.status).toBe("succeeded");
      advanceTime(days * dayMs);
      const suspended = await sendAndWait("employee.suspended", { employeeId });
      expect(suspended.reason).toBe("not-active");
      advanceTime((2 - days) * dayMs);
      const atMs = nowMs() - 1_000;
      expect((await hireAgain(employeeId, atMs)).status).toBe(
        isCreated ? "succeeded" : "waiting",
      );
      const active = ["active", true];
      expect(await stateOf(employeeId)).toEqual(
        isCreated ? active : ["left", undefined],
      );
      await send("resumed", employeeId);
      await passMinutes();
      expect(await stateOf(employeeId)).toEqual(active);
    },
  );
});

test("an adoption of a suspended employee links identities, and the person stays disabled", async () => {
  const { sendAndWait, store } = environment();
  const employeeId = "A-1";
  const { username, email, ...hire } = hireOf(employeeId);
  await send("hired", employeeId, { ...hire, username, email });
  await send("suspended", employeeId);
  const person = await environment().personOf(employeeId);
  environment().advanceTime(1_000);
  const adopted = await sendAndWait("employee.adopted", {
    employeeId,
    username: person?.svc.username,
    email,
    identities: { slack: "T1:A1" },
  });
  expect(adopted).toMatchObject({ status: "succeeded", warnings: [] });
  expect(await store.identities.find("slack", "T1:A1")).toBe(employeeId);
  expect(await stateOf(employeeId)).toEqual(["suspended", false]);
});
