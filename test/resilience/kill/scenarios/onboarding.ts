import { expect } from "vitest";
import { sampleAvatar } from "../../../../infra/local/sample/hire.ts";
import { hireOf } from "../../../fixtures/company.ts";
import { applied, expectNothingLeft } from "../expect-nothing-left.ts";
import type { Scenario } from "../matrix.ts";
import type { World } from "../world.ts";

const employeeId = "K-1";
const hire = hireOf(employeeId, {
  avatar: { base64: Buffer.from(sampleAvatar).toString("base64") },
  tasks: [
    { subject: "Complete your profile", dueInDays: 1 },
    { subject: "Meet your team", dueInDays: 3 },
  ],
  streams: ["Newcomers"],
  identities: { slack: "T1:K1" },
});

/** A hire with an avatar, two tasks, a stream and an identity. */
export const onboarding: Scenario = {
  name: "onboarding",
  functions: ["onboarding-workflow"],
  slice: [
    { service: "platform", name: "POST /people" },
    { service: "platform", name: "POST /people/{id}/tasks" },
  ],
  play: async (world) => {
    const id = await world.deliver("onboarding", "employee.hired", hire);
    await world.rest();
    await expectOnboarded(world, id);
    await expectNothingLeft(world);
  },
};

async function expectOnboarded(world: World, id: string): Promise<void> {
  const { platform } = world;
  expect(await world.find(id)).toMatchObject({
    status: "succeeded",
    warnings: [],
  });
  const { personID = "" } = (await world.store.employees.get(employeeId))!;
  expect(platform.people().map((person) => person.svc.username)).toEqual([
    "service",
    hire.username,
  ]);
  expect(platform.people().map((person) => person.id)).toContain(personID);
  expect(applied(world, "POST", "/people")).toBe(1);
  expect(applied(world, "POST", "/people/{personID}/tasks")).toBe(2);
  expect(applied(world, "POST", "/people/{personID}/streams")).toBe(1);
  expect(applied(world, "POST", "/people/{personID}/images")).toBe(1);
  expect(platform.tasksOf(personID)).toHaveLength(2);
  expect(platform.streamsOf(personID)).toHaveLength(1);
  expect(platform.imagesOf(personID)).toHaveLength(1);
}
