import { expect } from "vitest";
import { minuteMs } from "../../../../shared/durations.ts";
import type { Verb } from "../../../../shared/store/verbs.ts";
import type { Boundary } from "../../../environments/killable/boundaries.ts";
import {
  type KillableEnvironment,
  operatorToken,
} from "../../../environments/killable/environment.ts";
import { addEmployee } from "../add-employee.ts";
import { applied, expectNothingLeft } from "../expect-nothing-left.ts";
import type { KillScenario } from "../matrix.ts";

const employeeId = "K-6";
const functions = [
  "operations-api",
  "employment-workflow",
  "scheduler-handler",
] as const;
const maxTries = 4;

/** A limit holds a termination before it disables the person, and an operator rejects it. */
export const rejectedDisabling: KillScenario = {
  name: "operators' verb reject, before the disabling",
  functions,
  settings: { DISABLE_LIMIT_MIN: "0", DISABLE_LIMIT_MAX: "0" },
  within: fromFirstVerb,
  run: async (environment) => {
    const personID = await addEmployee(environment, employeeId);
    const id = await terminate(environment, "disable-limit");
    await useVerb(environment, id, "reject");
    expect(await environment.find(id)).toMatchObject({
      status: "cancelled",
      reason: "rejected",
    });
    await expectEmployee(environment, personID, { isEnabled: true });
    expect(applied(environment, "PUT", "/people/{personID}")).toBe(0);
    await expectNothingLeft(environment);
  },
};

/** A limit holds a termination before it deletes the person. An operator rejects it, and enables the person. */
export const rejectedDeletion: KillScenario = {
  name: "operators' verbs reject and enable, before the deletion",
  functions,
  settings: { DELETION_LIMIT_MIN: "0", DELETION_LIMIT_MAX: "0" },
  slice: [
    { service: "lambda", name: "Invoke employment-workflow:live" },
    { service: "lambda", name: "checkpoint SUCCEED enable person" },
  ],
  within: fromFirstVerb,
  run: async (environment) => {
    const personID = await addEmployee(environment, employeeId);
    const id = await terminate(environment, "deletion-limit");
    await useVerb(environment, id, "reject");
    expect(await environment.find(id)).toMatchObject({
      status: "cancelled",
      reason: "rejected",
    });
    await expectEmployee(environment, personID, { isEnabled: false });
    expect(applied(environment, "PUT", "/people/{personID}")).toBe(1);

    await useVerb(environment, id, "enable");
    expect((await environment.find(id)).status).toBe("cancelled");
    await expectEmployee(environment, personID, { isEnabled: true });
    expect(applied(environment, "PUT", "/people/{personID}")).toBe(2);
    expect(applied(environment, "DELETE", "/people/{personID}")).toBe(0);
    await expectNothingLeft(environment);
  },
};

/** Resolves to the id of a termination that the limit holds. */
async function terminate(
  environment: KillableEnvironment,
  limit: string,
): Promise<string> {
  const leaver = { employeeId, graceDays: 0 };
  const id = await environment.deliver("employee.terminated", leaver);
  await environment.settle();
  expect(await environment.find(id)).toMatchObject({
    status: "needs_attention",
    reason: limit,
  });
  return id;
}

/**
 * Uses a verb as an operator does, who tries again after an error. If the verb took effect and its answer is lost, the
 * second try is a conflict. The scheduler starts an operation that the killed process did not start.
 */
async function useVerb(
  environment: KillableEnvironment,
  id: string,
  verb: Verb,
): Promise<void> {
  const send = () =>
    fetch(`${environment.gateway}/operations/${id}/${verb}`, {
      method: "POST",
      headers: { authorization: `Bearer ${operatorToken}` },
    });
  let { status } = await send();
  for (let tries = 2; status >= 500 && tries <= maxTries; tries++)
    status = (await send()).status;
  expect([200, 202, 409]).toContain(status);
  await environment.settle();
  if ((await environment.find(id)).status !== "accepted") return;
  await environment.advanceTime(3 * minuteMs);
  await environment.runScheduler();
  await environment.settle();
}

async function expectEmployee(
  environment: KillableEnvironment,
  personID: string,
  { isEnabled }: { isEnabled: boolean },
): Promise<void> {
  expect(environment.platform.people().at(-1)).toMatchObject({
    id: personID,
    svc: { enabled: isEnabled, visible: isEnabled },
  });
  const employee = await environment.store.employees.get(employeeId);
  expect(employee?.state).toBe(isEnabled ? "active" : "kept");
}

/** The requests after the termination was held. The first verb is the first one that starts the workflow. */
function fromFirstVerb(met: readonly Boundary[]): readonly Boundary[] {
  const verb = met.findIndex(({ name }) => name.startsWith("Invoke"));
  const held = met
    .slice(0, verb)
    .findLastIndex(({ service }) => service === "lambda");
  return met.slice(held + 1);
}
