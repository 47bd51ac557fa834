import { describe, expect, test } from "vitest";
import { useReceivers } from "./receivers-for-test.ts";
import {
  expectSignedHandled,
  expectUnsignedRefused,
  newTally,
  recordTally,
} from "./fuzz.ts";
import { cloudEventOf, events } from "./contents.ts";
import { configuredSchemes, signed } from "./signed.ts";
import { withHeaders } from "./wire.ts";

const receivers = useReceivers();

/** Bodies that are no JSON of ours, by media type. */
const otherBodies: [string, object][] = [
  ["application/cloudevents+json", cloudEventOf(events.hire)],
  ["application/cloudevents-batch+json", [cloudEventOf(events.status)]],
];

describe.each([
  ["onboarding", [events.hire, events.adopt], events.bambooHire],
  ["offboarding", [events.leave], events.bambooLeave],
  ["events", [events.hire, events.leave, events.status], events.bambooHire],
] as const)("the %s receiver", (receiver, own, bamboo) => {
  test("refuses every unsigned request and stores nothing of it", async (context) => {
    const tally = newTally();
    await expectUnsignedRefused(receivers(), receiver, tally);
    recordTally(context, `${receiver}: fuzzed and mutated, not genuine`, tally);
  });

  test("accepts or refuses any signed request, and never answers 5xx", async (context) => {
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
    if (receiver === "events")
      for (const [type, recorded] of otherBodies)
        await expectSignedHandled(
          receivers(),
          receiver,
          (body) =>
            withHeaders(signed(receiver, "bearer", body), {
              "content-type": type,
            }),
          [recorded],
          tally,
          5,
        );
    for (const scheme of configuredSchemes)
      await expectSignedHandled(
        receivers(),
        receiver,
        (body) => signed(receiver, scheme, body, { id: `f_${++id}` }),
        own,
        tally,
        1,
      );
    expect({}).not.toHaveProperty("polluted");
    recordTally(context, `${receiver}: any body, signed`, tally, true);
  });
});
