import { describe, expect, test } from "vitest";
import {
  drawTimeline,
  textBelow,
} from "../../../../infra/local/demo/timeline.ts";

const sentAtMs = Date.UTC(2026, 10, 20);

/** Steps that have ended the given number of milliseconds after the event was sent. */
function stepsOf(ends: Record<string, number>) {
  return Object.entries(ends).map(([name, afterMs]) => ({
    name,
    status: "succeeded",
    at: new Date(sentAtMs + afterMs).toISOString(),
  }));
}

const hire = stepsOf({
  "upload avatar": 780,
  "create person": 822,
  "attach avatar": 871,
  "seed tasks": 896,
  start: 697,
  say: 759,
  "seed streams": 917,
});

const draw = (steps: Parameters<typeof drawTimeline>[0], width = 80) =>
  drawTimeline(steps, { sentAtMs, width });

describe("drawTimeline", () => {
  test("draws the steps of a hire in the order in which they happened, with parallel steps above each other", () => {
    expect(draw(hire)).toEqual([
      "      697 ms  the workflow starts",
      "      759 ms  note what the event says    ██████████",
      "      780 ms  upload the avatar                     ████",
      "      822 ms  create the person                     ██████████",
      "      871 ms  attach the avatar                               ████████",
      "      896 ms  create the first tasks                          █████████████",
      "      917 ms  create the streams                              ████████████████",
    ]);
  });

  test("leaves out the steps of an earlier run", () => {
    const lines = draw(
      stepsOf({ "disable person": -60_000, start: 4, say: 9 }),
    );

    expect(lines).toHaveLength(2);
    expect(lines.join("\n")).not.toContain("disable");
  });

  test("marks a step that failed", () => {
    const [step] = stepsOf({ "upload avatar": 3 });

    expect(draw([{ ...step!, status: "failed" }])[0]).toContain(
      "upload the avatar: failed",
    );
  });
});

describe("textBelow", () => {
  test("breaks a text between words, below the text of a timed line", () => {
    expect(textBelow("Done: your status is set.", 28)).toEqual([
      "              Done: your",
      "              status is",
      "              set.",
    ]);
  });
});
