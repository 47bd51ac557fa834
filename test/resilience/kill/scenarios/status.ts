import { expect } from "vitest";
import { applied, expectNothingLeft } from "../expect-nothing-left.ts";
import type { KillScenario } from "../matrix.ts";
import { addEmployee } from "../add-employee.ts";
import { hourMs } from "../../../../shared/durations.ts";

const employeeId = "K-3";

/** The status is set, and an hour later the earlier status is restored. */
export const timedStatus: KillScenario = {
  name: "timed status, and the scheduler",
  functions: ["status-relay-workflow", "scheduler-handler"],
  run: async (environment) => {
    const { platform } = environment;
    const personID = await addEmployee(environment, employeeId, "At my desk");
    const published = () =>
      platform.activitiesOf(personID).map(({ status }) => status);
    const id = await environment.deliver("status.set", {
      employeeId,
      text: "At lunch",
      expiresAt: new Date(environment.nowMs() + hourMs).toISOString(),
    });
    await environment.settle();
    expect(await environment.find(id)).toMatchObject({
      status: "waiting",
      phase: "restore",
    });
    expect(published()).toEqual(["At my desk", "At lunch"]);

    await environment.advanceTime(hourMs);
    await environment.runScheduler();
    await environment.settle();
    expect(await environment.find(id)).toMatchObject({
      status: "succeeded",
      warnings: [],
    });
    expect(published()).toEqual(["At my desk", "At lunch", "At my desk"]);
    expect(platform.people().at(-1)).toMatchObject({ status: "At my desk" });
    // The first one is the status before this scenario.
    expect(applied(environment, "PUT", "/people/{personID}")).toBe(3);
    await expectNothingLeft(environment);
  },
};
