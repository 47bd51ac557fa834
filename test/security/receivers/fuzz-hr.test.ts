import { describe, expect, test } from "vitest";
import { useReceivers } from "./receivers-for-test.ts";
import {
  expectSignedHandled,
  expectUnsignedRefused,
  newTally,
  recordTally,
} from "./fuzz.ts";
import { events, signed } from "./recordings.ts";

const receivers = useReceivers();

describe.each([
  ["onboarding", [events.hire, events.adopt], events.bambooHire],
  ["offboarding", [events.leave], events.bambooLeave],
] as const)("the receiver of %s", (receiver, own, bamboo) => {
  test("refuses every request that nobody signed, and keeps nothing of it", async (context) => {
    const tally = newTally();
    await expectUnsignedRefused(receivers(), receiver, tally);
    recordTally(context, `${receiver}: fuzzed and mutated, not genuine`, tally);
  });

  test("takes or refuses whatever is signed, and is never in trouble", async (context) => {
    const tally = newTally();
    let id = 0;
    const standard = (body: string | Uint8Array) =>
      signed(receiver, "standard-webhooks", body, { id: `f_${++id}` });
    const bambooHr = (body: string | Uint8Array) =>
      signed(receiver, "bamboohr", body);
    await expectSignedHandled(receivers(), receiver, standard, own, tally, 5);
    await expectSignedHandled(
      receivers(),
      receiver,
      bambooHr,
      [bamboo],
      tally,
      5,
    );
    expect({}).not.toHaveProperty("polluted");
    recordTally(context, `${receiver}: any body, signed`, tally, true);
  });
});
