import { describe, expect, test } from "vitest";
import {
  dueAtMsOf,
  noonOrInstantMsOf,
} from "../../../functions/onboarding/seed-tasks.ts";

const iso = (instantMs: number) => new Date(instantMs).toISOString();

test.each([
  ["2026-01-31", "2026-01-31T12:00:00.000Z"],
  ["2028-02-29", "2028-02-29T12:00:00.000Z"],
  ["1969-12-31", "1969-12-31T12:00:00.000Z"],
  ["2026-01-31T09:00:00+01:00", "2026-01-31T08:00:00.000Z"],
  ["2026-01-31T23:30:00-08:00", "2026-02-01T07:30:00.000Z"],
  ["2026-01-31T00:00:00Z", "2026-01-31T00:00:00.000Z"],
])(
  "the date %s means %s: a day is noon UTC, and an instant is itself",
  (date, instant) => {
    expect(iso(noonOrInstantMsOf(date))).toBe(instant);
  },
);

describe("a task's due date", () => {
  const dueAfter = (days: number, start: string) =>
    iso(dueAtMsOf({ subject: "s", dueInDays: days }, Date.parse(start)));

  test.each([
    [0, "2026-01-31T00:00:00.000Z", "2026-01-31T12:00:00.000Z"],
    [0, "2026-01-31T23:59:59.999Z", "2026-01-31T12:00:00.000Z"],
    [1, "2026-01-31T12:00:00.000Z", "2026-02-01T12:00:00.000Z"],
    // Over the end of a leap February, and over a change of the clocks.
    [2, "2028-02-28T12:00:00.000Z", "2028-03-01T12:00:00.000Z"],
    [7, "2026-03-27T12:00:00.000Z", "2026-04-03T12:00:00.000Z"],
    [365, "2026-12-31T12:00:00.000Z", "2027-12-31T12:00:00.000Z"],
  ])(
    "a task that is due %i days after a start at %s is due at %s",
    (days, start, due) => {
      expect(dueAfter(days, start)).toBe(due);
    },
  );

  test("a task with a given due date does not depend on the start", () => {
    const task = { subject: "s", dueDate: "2026-12-18" };
    for (const start of [0, Date.UTC(2030, 0, 1)])
      expect(iso(dueAtMsOf(task, start))).toBe("2026-12-18T12:00:00.000Z");
  });
});
