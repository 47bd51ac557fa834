import { expect } from "vitest";
import { applied, expectNothingLeft } from "../expect-nothing-left.ts";
import type { Scenario } from "../matrix.ts";
import { plantEmployee } from "../plant-employee.ts";

const employeeId = "K-3";
const hourMs = 60 * 60 * 1000;

/** Both halves: it is set, and an hour later the earlier one comes back. */
export const timedStatus: Scenario = {
  name: "timed status, and what is due",
  functions: ["status-relay-workflow", "scheduler-handler"],
  slice: [
    {
      service: "lambda",
      name: "checkpoint SUCCEED restore status",
      moment: "before",
    },
  ],
  play: async (world) => {
    const { platform } = world;
    const personID = await plantEmployee(world, employeeId, "At my desk");
    const published = () =>
      platform.activitiesOf(personID).map(({ status }) => status);
    const id = await world.deliver("status", "status.set", {
      employeeId,
      text: "At lunch",
      expiresAt: new Date(world.nowMs() + hourMs).toISOString(),
    });
    await world.rest();
    expect(await world.find(id)).toMatchObject({
      status: "waiting",
      phase: "restore",
    });
    expect(published()).toEqual(["At my desk", "At lunch"]);

    await world.pass(hourMs);
    await world.due();
    await world.rest();
    expect(await world.find(id)).toMatchObject({
      status: "succeeded",
      warnings: [],
    });
    expect(published()).toEqual(["At my desk", "At lunch", "At my desk"]);
    expect(platform.people().at(-1)).toMatchObject({ status: "At my desk" });
    // The first one set the scene.
    expect(applied(world, "PUT", "/people/{personID}")).toBe(3);
    await expectNothingLeft(world);
  },
};
