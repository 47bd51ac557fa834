import { describe, expect, test } from "vitest";
import { describeStep } from "../../../../shared/store/step-names.ts";
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

  test("keeps every line within the columns of the terminal", () => {
    for (const width of [80, 100])
      for (const line of draw(hire, width))
        expect(line.length).toBeLessThan(width);
  });

  test("begins the bar of a step without known needs where the step before it ended", () => {
    const lines = draw(
      stepsOf({ "check person": 200, start: 100, erase: 300 }),
    );

    expect(lines.map(barOf)).toEqual([undefined, [0, 18], [18, 36]]);
  });

  test("gives a step that took no measurable time a bar of one column", () => {
    const lines = draw(stepsOf({ start: 5, say: 5, erase: 5 }));

    expect(lines.map(barOf)).toEqual([undefined, [0, 1], [0, 1]]);
  });

  test("leaves out the steps of an earlier run", () => {
    const lines = draw(
      stepsOf({ "disable person": -60_000, start: 4, say: 9 }),
    );

    expect(lines).toHaveLength(2);
    expect(lines.join("\n")).not.toContain("disable");
  });

  test("draws nothing for an operation without steps", () => {
    expect(draw([])).toEqual([]);
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

  test("leaves a word whole that is longer than the terminal is wide", () => {
    const [line = ""] = textBelow("x".repeat(50), 40);

    expect(line.trim()).toHaveLength(50);
  });
});

describe("describeStep", () => {
  test("keeps the number of a repeated step", () => {
    expect(describeStep("confirm 2").text).toBe("confirm the deletion 2");
  });

  test("shows a step that it does not know by its own name", () => {
    expect(describeStep("polish the shoes")).toEqual({
      text: "polish the shoes",
    });
  });
});

/** The columns of the axis that a line's bar covers: its first one, and the one after its last. */
function barOf(line: string): [number, number] | undefined {
  const axisAt = 42;
  const from = line.indexOf("█");
  return from < 0 ? undefined : [from - axisAt, line.length - axisAt];
}
