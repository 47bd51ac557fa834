import { expect } from "vitest";
import { dayMs } from "../../../fixtures/company.ts";
import { applied, expectNothingLeft } from "../expect-nothing-left.ts";
import type { Scenario } from "../matrix.ts";
import { plantEmployee } from "../plant-employee.ts";
import type { World } from "../world.ts";

const employeeId = "K-2";

export const offboarding: Scenario = {
  name: "offboarding without grace",
  functions: ["offboarding-workflow"],
  play: async (world) => {
    const personID = await plantEmployee(world, employeeId);
    const id = await terminate(world, 0);
    await world.rest();
    await expectGone(world, id, personID);
    await expectNothingLeft(world);
  },
};

/** Both halves: the person is disabled, and a week later they are deleted. */
export const offboardingWithGrace: Scenario = {
  name: "offboarding with grace, and what is due",
  functions: ["offboarding-workflow", "scheduler-handler"],
  slice: [
    { service: "platform", name: "PUT /people/{id}" },
    { service: "platform", name: "DELETE /people/{id}" },
  ],
  play: async (world) => {
    const personID = await plantEmployee(world, employeeId);
    const id = await terminate(world, 7);
    await world.rest();
    expect(await world.find(id)).toMatchObject({
      status: "waiting",
      phase: "grace",
    });
    expect(world.platform.people().at(-1)).toMatchObject({
      id: personID,
      svc: { enabled: false, visible: false },
    });
    expect(applied(world, "PUT", "/people/{personID}")).toBe(1);
    expect(applied(world, "DELETE", "/people/{personID}")).toBe(0);

    await world.pass(7 * dayMs);
    await world.due();
    await world.rest();
    await expectGone(world, id, personID);
    expect(applied(world, "PUT", "/people/{personID}")).toBe(1);
    await expectNothingLeft(world);
  },
};

function terminate(world: World, graceDays: number): Promise<string> {
  const leaver = { employeeId, graceDays };
  return world.deliver("offboarding", "employee.terminated", leaver);
}

async function expectGone(
  world: World,
  id: string,
  personID: string,
): Promise<void> {
  expect(await world.find(id)).toMatchObject({
    status: "succeeded",
    warnings: [],
    result: { personID, refs: {} },
  });
  expect(world.platform.people().map(({ svc }) => svc.username)).toEqual([
    "service",
  ]);
  expect(applied(world, "DELETE", "/people/{personID}")).toBe(1);
  const items = await world.remembered();
  expect(
    items.filter((item) => /^(?:identity|person)#/.test(String(item["id"]))),
  ).toEqual([]);
  const tombstone = await world.store.employees.get(employeeId);
  expect(tombstone).toEqual({
    generation: 1,
    state: "left",
    hiredAtMs: expect.any(Number),
    terminatedAtMs: expect.any(Number),
    terminatedBy: id,
  });
}
