import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { parseJson } from "../../../shared/parse-json.ts";
import { useReceivers } from "./receivers-for-test.ts";
import { runsOf } from "./fuzz.ts";
import { nearly } from "./hostile.ts";
import { events } from "./contents.ts";

const receivers = useReceivers();

const { bus, schedules } = localSecrets.callers;
const sources: readonly string[] = [...bus.sources, ...schedules.sources];

/** The same event as our bus delivers it, and as a schedule sends it. */
function eventBridgeEvents({ type, timestamp, data }: typeof events.status) {
  return [
    {
      version: "0",
      id: "7bf73129-1428-4cd3-a780-95db273d1602",
      "detail-type": type,
      source: "local.hr",
      account: "111122223333",
      time: timestamp,
      region: "eu-central-1",
      resources: [],
      detail: data,
    },
    {
      source: "aws.scheduler",
      schedule: "arn:aws:scheduler:eu-central-1:111122223333:schedule/g/s",
      scheduledTime: timestamp,
      type,
      data,
    },
  ];
}

describe.each(["hire", "leave", "status"] as const)(
  "the receiver of EventBridge events, near a %s,",
  (name) => {
    test("accepts or refuses events of a known source, and those of an unknown source have no effect", async () => {
      const { effects } = receivers();
      const recorded = eventBridgeEvents(events[name] as typeof events.status);
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(fc.jsonValue(), ...recorded.map((one) => nearly(one))),
          fc.nat({ max: 9 }).map((number) => number > 0),
          async (written, isForeign) => {
            const event = eventOf(written, isForeign);
            const before = { ...effects };
            // Any failure other than a refusal is thrown.
            const refusal = await receivers().deliver(event);
            if (sources.includes(sourceOf(event))) return;
            expect(refusal).toMatch(/^(?:unknown-source|not-an-event)$/);
            expect(effects).toEqual(before);
          },
        ),
        // The same code as behind HTTP takes these events, so a fifth of the runs is enough.
        runsOf(20),
      );
    });
  },
);

function eventOf(written: unknown, isForeign: boolean): unknown {
  const event: unknown =
    typeof written === "string" && written.startsWith("{")
      ? parseJson(written)
      : written;
  return isForeign && typeof event === "object" && event !== null
    ? { ...event, source: "somebody.else" }
    : event;
}

function sourceOf(event: unknown): string {
  return typeof event === "object" &&
    event !== null &&
    "source" in event &&
    typeof event.source === "string"
    ? event.source
    : "";
}
