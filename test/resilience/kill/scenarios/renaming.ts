import { expect } from "vitest";
import { applied, expectNothingLeft } from "../expect-nothing-left.ts";
import type { Boundary } from "../../../environments/killable/boundaries.ts";
import type { KillScenario } from "../matrix.ts";
import { addEmployee } from "../add-employee.ts";

const employeeId = "K-5";
const username = "renamed";

/** An employee gets a new username, e-mail address and identity, and then leaves. */
export const renaming: KillScenario = {
  name: "rename, then offboarding",
  functions: ["employment-workflow", "scheduler-handler"],
  slice: [{ service: "platform", name: "PUT /people/{id}" }],
  // The offboarding has a scenario of its own.
  within: (met) => met.slice(0, 6 + met.findLastIndex(isWrite)),
  run: async (environment) => {
    const personID = await addEmployee(environment, employeeId);
    const id = await environment.deliver("employee.changed", {
      employeeId,
      username,
      email: "renamed@example.com",
      title: "Boss",
      identities: { slack: "T1:renamed" },
    });
    await environment.settle();
    const renamed = await environment.find(id);
    expect(renamed).toMatchObject({
      status: "succeeded",
      warnings: [],
      result: { personID },
    });
    expect(renamed.result?.changed?.toSorted()).toEqual([
      "/email",
      "/identities/slack",
      "/title",
      "/username",
    ]);
    expect(environment.platform.findPerson(username)).toMatchObject({
      id: personID,
      emails: [{ value: "renamed@example.com" }],
      svc: { profile: [{ value: "Boss" }] },
    });
    const { identities } = environment.store;
    expect(await identities.find("slack", "T1:renamed")).toBe(employeeId);

    const leaving = await environment.deliver("employee.terminated", {
      employeeId,
      graceDays: 0,
    });
    await environment.settle();
    expect((await environment.find(leaving)).status).toBe("succeeded");
    expect(environment.platform.findPerson(username)).toBeUndefined();
    expect(applied(environment, "DELETE", "/people/{personID}")).toBe(1);
    await expectNothingLeft(environment);
  },
};

function isWrite({ name }: Boundary): boolean {
  return name === "PUT /people/{id}";
}
