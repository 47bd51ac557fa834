import { expect } from "vitest";
import { sendAsHr } from "../../../../infra/local/sample/send.ts";
import { hireOf } from "../../../fixtures/company.ts";
import type { Boundary } from "../boundaries.ts";
import { applied, expectNothingLeft } from "../expect-nothing-left.ts";
import type { Scenario } from "../matrix.ts";
import type { World } from "../world.ts";

const employeeId = "K-4";
const minuteMs = 60_000;

export const receiver: Scenario = {
  name: "receiver, whose sender delivers again",
  functions: ["onboarding-receiver", "onboarding-workflow"],
  slice: [{ service: "dynamodb", name: "PutItem operation" }],
  within: upToItsAnswer,
  play: async (world) => {
    const send = senderTo(world);
    const id = await world.untilTaken(send);
    await world.rest();
    await expectHired(world, id);
    await expectNothingLeft(world);
  },
};

/** Only where it has stored the event, or is about to. */
export const receiverWithoutRepetition: Scenario = {
  name: "receiver, whose sender gives up",
  functions: [
    "onboarding-receiver",
    "onboarding-workflow",
    "scheduler-handler",
  ],
  within: (met) =>
    upToItsAnswer(met).filter(({ name }) =>
      /^PutItem operation|^Invoke/.test(name),
    ),
  play: async (world) => {
    const send = senderTo(world);
    const { status } = await send();
    await world.rest();
    const stored = await world.store.operations.ofEmployment(employeeId);
    // Nothing was promised, and nothing is there that the sender must know of.
    if (stored.length === 0) return expect(status).toBe(500);
    await world.pass(3 * minuteMs);
    await world.due();
    await world.rest();
    await expectHired(world, stored[0]?.id ?? "");
    await expectNothingLeft(world);
  },
};

/** The event has been taken and done; it is delivered once more. */
export const receiverAtRepetition: Scenario = {
  name: "receiver, at a repetition of what is done",
  functions: ["onboarding-receiver", "onboarding-workflow"],
  within: (met) => {
    const end = met.findLastIndex(({ service }) => service === "lambda");
    return met.slice(end + 1);
  },
  play: async (world) => {
    const send = senderTo(world);
    const id = await world.untilTaken(send);
    await world.rest();
    expect(await world.untilTaken(send)).toBe(id);
    await world.rest();
    await expectHired(world, id);
    await expectNothingLeft(world);
  },
};

/** Sends one hire, always the same, through a gateway that outlives the receivers. */
function senderTo(world: World): () => Promise<Response> {
  const atMs = world.nowMs();
  const timestamp = new Date(atMs).toISOString();
  const event = { type: "employee.hired", timestamp, data: hireOf(employeeId) };
  const delivery = { id: `msg_${atMs}`, body: JSON.stringify(event) };
  return () => sendAsHr(world.gateway, "/onboarding", delivery, world.nowMs());
}

/** What the receiver asks for, from its first request to the start of the workflow. */
function upToItsAnswer(met: readonly Boundary[]): readonly Boundary[] {
  const start = met.findIndex(({ name }) => name.startsWith("Invoke"));
  return met.slice(0, start + 1);
}

async function expectHired(world: World, id: string): Promise<void> {
  expect(await world.find(id)).toMatchObject({
    status: "succeeded",
    warnings: [],
  });
  expect(world.platform.people().map(({ svc }) => svc.username)).toEqual([
    "service",
    employeeId.toLowerCase(),
  ]);
  expect(applied(world, "POST", "/people")).toBe(1);
}
