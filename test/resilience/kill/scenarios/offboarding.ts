import { expect } from "vitest";
import { applied, expectNothingLeft } from "../expect-nothing-left.ts";
import type { KillScenario } from "../matrix.ts";
import { addEmployee } from "../add-employee.ts";
import type { KillableEnvironment } from "../../../environments/killable/environment.ts";
import { dayMs } from "../../../../shared/durations.ts";

const employeeId = "K-2";

export const offboarding: KillScenario = {
  name: "offboarding without a grace period",
  functions: ["employment-workflow", "scheduler-handler"],
  run: async (environment) => {
    const personID = await addEmployee(environment, employeeId);
    const id = await terminate(environment, 0);
    await environment.settle();
    await expectGone(environment, id, personID);
    await expectNothingLeft(environment);
  },
};

/** The person is disabled, and deleted a week later. */
export const offboardingWithGrace: KillScenario = {
  name: "offboarding with a grace period, and the scheduler",
  functions: ["employment-workflow", "scheduler-handler"],
  slice: [{ service: "platform", name: "DELETE /people/{id}" }],
  run: async (environment) => {
    const personID = await addEmployee(environment, employeeId);
    const id = await terminate(environment, 7);
    await environment.settle();
    expect(await environment.find(id)).toMatchObject({
      status: "waiting",
      phase: "grace",
    });
    expect(environment.platform.people().at(-1)).toMatchObject({
      id: personID,
      svc: { enabled: false, visible: false },
    });
    expect(applied(environment, "PUT", "/people/{personID}")).toBe(1);
    expect(applied(environment, "DELETE", "/people/{personID}")).toBe(0);

    await environment.advanceTime(7 * dayMs);
    await environment.runScheduler();
    await environment.settle();
    await expectGone(environment, id, personID);
    expect(applied(environment, "PUT", "/people/{personID}")).toBe(1);
    await expectNothingLeft(environment);
  },
};

function terminate(
  environment: KillableEnvironment,
  graceDays: number,
): Promise<string> {
  const leaver = { employeeId, graceDays };
  return environment.deliver("employee.terminated", leaver);
}

async function expectGone(
  environment: KillableEnvironment,
  id: string,
  personID: string,
): Promise<void> {
  expect(await environment.find(id)).toMatchObject({
    status: "succeeded",
    warnings: [],
    result: { personID, refs: {} },
  });
  expect(environment.platform.people().map(({ svc }) => svc.username)).toEqual([
    "service",
  ]);
  expect(applied(environment, "DELETE", "/people/{personID}")).toBe(1);
  const items = await environment.storedItems();
  expect(
    items.filter((item) => /^(?:identity|person)#/.test(String(item["id"]))),
  ).toEqual([]);
  const tombstone = await environment.store.employees.get(employeeId);
  expect(tombstone).toEqual({
    version: expect.any(Number),
    statements: [
      expect.objectContaining({ kind: "hired" }),
      expect.objectContaining({ id, kind: "terminated" }),
    ],
    unfinished: [],
    person: { is: "gone", holdsData: false },
    fact: { is: "left", by: id },
    limits: {},
    state: "left",
    hiredAtMs: expect.any(Number),
    hiredBy: expect.any(String),
  });
}
