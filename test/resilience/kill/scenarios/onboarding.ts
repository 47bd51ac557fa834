import { expect } from "vitest";
import { sampleAvatar } from "../../../../infra/sample/hire.ts";
import { hireOf } from "../../../fixtures/hire.ts";
import { applied, expectNothingLeft } from "../expect-nothing-left.ts";
import type { KillScenario } from "../matrix.ts";
import type { KillableEnvironment } from "../../../environments/killable/environment.ts";

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
export const onboarding: KillScenario = {
  name: "onboarding",
  functions: ["employment-workflow", "scheduler-handler"],
  slice: [{ service: "platform", name: "POST /people" }],
  run: async (environment) => {
    const id = await environment.deliver("employee.hired", hire);
    await environment.settle();
    await expectOnboarded(environment, id);
    await expectNothingLeft(environment);
  },
};

async function expectOnboarded(
  environment: KillableEnvironment,
  id: string,
): Promise<void> {
  const { platform } = environment;
  expect(await environment.find(id)).toMatchObject({
    status: "succeeded",
    warnings: [],
  });
  const { personID = "" } =
    (await environment.store.employees.get(employeeId))!;
  expect(platform.people().map((person) => person.svc.username)).toEqual([
    "service",
    hire.username,
  ]);
  expect(platform.people().map((person) => person.id)).toContain(personID);
  expect(applied(environment, "POST", "/people")).toBe(1);
  expect(applied(environment, "POST", "/people/{personID}/tasks")).toBe(2);
  expect(applied(environment, "POST", "/people/{personID}/streams")).toBe(1);
  expect(applied(environment, "POST", "/people/{personID}/images")).toBe(1);
  expect(platform.tasksOf(personID)).toHaveLength(2);
  expect(platform.streamsOf(personID)).toHaveLength(1);
  expect(platform.imagesOf(personID)).toHaveLength(1);
}
