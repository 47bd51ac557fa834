import { expect, test } from "vitest";
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
