import { describe, expect, test } from "vitest";
import { useDoors } from "./doors-for-test.ts";
import {
  expectSignedHandled,
  expectUnsignedRefused,
  newTally,
  recordTally,
} from "./fuzz.ts";
import { events, signed } from "./recordings.ts";

const doors = useDoors();

describe.each([
  ["onboarding", [events.hire, events.adopt], events.bambooHire],
  ["offboarding", [events.leave], events.bambooLeave],
] as const)("the door of %s", (door, own, bamboo) => {
  test("refuses every request that nobody signed, and keeps nothing of it", async (context) => {
    const tally = newTally();
    await expectUnsignedRefused(doors(), door, tally);
    recordTally(context, `${door}: fuzzed and mutated, not genuine`, tally);
  });

  test("takes or refuses whatever is signed, and is never in trouble", async (context) => {
    const tally = newTally();
    let id = 0;
    const standard = (body: string | Uint8Array) =>
      signed(door, "standard-webhooks", body, { id: `f_${++id}` });
    const bambooHr = (body: string | Uint8Array) =>
      signed(door, "bamboohr", body);
    await expectSignedHandled(doors(), door, standard, own, tally, 5);
    await expectSignedHandled(doors(), door, bambooHr, [bamboo], tally, 5);
    expect({}).not.toHaveProperty("polluted");
    recordTally(context, `${door}: any body, signed`, tally, true);
  });
});
