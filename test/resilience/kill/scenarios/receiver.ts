import { expect } from "vitest";
import { sendAsHr } from "../../../../infra/local/demo/send.ts";
import { hireOf } from "../../../fixtures/hire.ts";
import type { Boundary } from "../../../environments/killable/boundaries.ts";
import { applied, expectNothingLeft } from "../expect-nothing-left.ts";
import type { KillScenario } from "../matrix.ts";
import type { KillableEnvironment } from "../../../environments/killable/environment.ts";
import { minuteMs } from "../../../../shared/durations.ts";

const employeeId = "K-4";

export const receiver: KillScenario = {
  name: "receiver, and the sender delivers again",
  functions: ["onboarding-receiver", "employment-workflow"],
  within: upToItsAnswer,
  run: async (environment) => {
    const send = senderTo(environment);
    const id = await environment.sendUntilAccepted(send);
    await environment.settle();
    await expectHired(environment, id);
    await expectNothingLeft(environment);
  },
};

/** Only at the boundaries where it stores the event, and later. */
export const receiverWithoutRepetition: KillScenario = {
  name: "receiver, and the sender gives up",
  functions: [
    "onboarding-receiver",
    "employment-workflow",
    "scheduler-handler",
  ],
  within: (met) =>
    upToItsAnswer(met).filter(({ name }) =>
      /^PutItem operation|^Invoke/.test(name),
    ),
  run: async (environment) => {
    const send = senderTo(environment);
    const { status } = await send();
    await environment.settle();
    const stored = await environment.store.operations.ofEmployee(employeeId);
    // The event was neither acknowledged nor stored.
    if (stored.length === 0) return expect(status).toBe(500);
    await environment.advanceTime(3 * minuteMs);
    await environment.runScheduler();
    await environment.settle();
    await expectHired(environment, stored[0]?.id ?? "");
    await expectNothingLeft(environment);
  },
};

/** The event was accepted and its operation has finished. The event is delivered once more. */
export const receiverAtRepetition: KillScenario = {
  name: "receiver, at a repeated delivery of a finished event",
  functions: ["onboarding-receiver", "employment-workflow"],
  within: (met) => {
    const end = met.findLastIndex(({ service }) => service === "lambda");
    return met.slice(end + 1);
  },
  run: async (environment) => {
    const send = senderTo(environment);
    const id = await environment.sendUntilAccepted(send);
    await environment.settle();
    expect(await environment.sendUntilAccepted(send)).toBe(id);
    await environment.settle();
    await expectHired(environment, id);
    await expectNothingLeft(environment);
  },
};

/** Sends the same hire each time, through a gateway that outlives the receivers. */
function senderTo(environment: KillableEnvironment): () => Promise<Response> {
  const atMs = environment.nowMs();
  const timestamp = new Date(atMs).toISOString();
  const event = { type: "employee.hired", timestamp, data: hireOf(employeeId) };
  const delivery = { id: `msg_${atMs}`, body: JSON.stringify(event) };
  return () =>
    sendAsHr(environment.gateway, "/onboarding", delivery, environment.nowMs());
}

/** The requests of the receiver, from the first one to the start of the workflow. */
function upToItsAnswer(met: readonly Boundary[]): readonly Boundary[] {
  const start = met.findIndex(({ name }) => name.startsWith("Invoke"));
  return met.slice(0, start + 1);
}

async function expectHired(
  environment: KillableEnvironment,
  id: string,
): Promise<void> {
  expect(await environment.find(id)).toMatchObject({
    status: "succeeded",
    warnings: [],
  });
  expect(environment.platform.people().map(({ svc }) => svc.username)).toEqual([
    "service",
    employeeId.toLowerCase(),
  ]);
  expect(applied(environment, "POST", "/people")).toBe(1);
}
