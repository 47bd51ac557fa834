import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  jitteredMs,
  retryAfterMs,
} from "../../../shared/community/retry-timing.ts";

const dayMs = 24 * 60 * 60 * 1000;
const nowMs = Date.UTC(2026, 0, 5, 12);

describe("the pause before another attempt", () => {
  test.each([
    [1, 200],
    [2, 400],
    [3, 800],
    [5, 3200],
    [6, 5000],
    [2000, 5000],
  ])("after attempt %d is anything below %d ms", (attempt, ceilingMs) => {
    expect(jitteredMs(attempt, () => 0)).toBe(0);
    expect(jitteredMs(attempt, () => 0.5)).toBe(ceilingMs / 2);
    expect(jitteredMs(attempt, () => 1 - 2 ** -53)).toBe(ceilingMs - 1);
  });

  test("is a whole number within its envelope for every attempt and every chance", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempt, chance) => {
          const pauseMs = jitteredMs(attempt, () => chance);
          expect(Number.isInteger(pauseMs)).toBe(true);
          expect(pauseMs).toBeGreaterThanOrEqual(0);
          expect(pauseMs).toBeLessThan(
            Math.min(5000, 200 * 2 ** (attempt - 1)),
          );
        },
      ),
    );
  });
});

describe("Retry-After", () => {
  test.each([
    ["in seconds", "7", 7000],
    ["in seconds, with blanks around", " 7 ", 7000],
    ["of no seconds", "0", 0],
    ["of more than a day is a day", "100000", dayMs],
    ["of more seconds than anybody lives is a day", "99999999999", dayMs],
    ["as an HTTP date", "Mon, 05 Jan 2026 12:00:30 GMT", 30_000],
    ["as a date that has passed", "Mon, 05 Jan 2026 11:00:00 GMT", 0],
    ["as a date far ahead is a day", "Tue, 05 Jan 2027 12:00:00 GMT", dayMs],
    ["that is absent", undefined, undefined],
    ["that is empty", "", undefined],
    ["that nobody can read", "soon", undefined],
  ])("%s", (_title, header, expected) => {
    expect(retryAfterMs(header, nowMs)).toBe(expected);
  });

  test("as a date never ends earlier than it says", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 86_000 }), (seconds) => {
        const untilMs = nowMs + seconds * 1000;
        expect(retryAfterMs(new Date(untilMs).toUTCString(), nowMs)).toBe(
          seconds * 1000,
        );
      }),
    );
  });
});
