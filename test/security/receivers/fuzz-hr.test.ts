import { describe, expect, test } from "vitest";
import { useReceivers } from "./receivers-for-test.ts";
import { expectSignedHandled, expectUnsignedRefused } from "./fuzz.ts";
import { cloudEventOf, events } from "./contents.ts";
import {
  configuredSchemes,
  type SchemeName,
  signed,
  type SignOptions,
} from "./signed.ts";

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
  test("refuses every unsigned request and stores nothing of it", () =>
    expectUnsignedRefused(receivers(), receiver));

  test("accepts or refuses any signed request, and never answers 5xx", async () => {
    let count = 0;
    const by =
      (scheme: SchemeName, changes: SignOptions = {}) =>
      (body: string | Uint8Array) =>
        signed(receiver, scheme, body, { id: `f_${++count}`, ...changes });
    const expectHandled = (
      request: ReturnType<typeof by>,
      bodies: readonly object[],
      percent = 5,
    ) => expectSignedHandled(receivers(), receiver, request, bodies, percent);
    await expectHandled(by("standard-webhooks"), own);
    await expectHandled(by("bamboohr"), [bamboo]);
    if (receiver === "events")
      for (const [type, recorded] of otherBodies)
        await expectHandled(by("bearer", { type }), [recorded]);
    for (const scheme of configuredSchemes)
      await expectHandled(by(scheme), own, 1);
    expect({}).not.toHaveProperty("polluted");
  });
});
