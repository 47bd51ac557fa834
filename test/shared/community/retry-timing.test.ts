import { expect, test } from "vitest";
import {
  backoffMs,
  parseRetryAfterMs,
} from "../../../shared/community/retry-timing.ts";

const dayMs = 24 * 60 * 60 * 1000;
const nowMs = Date.UTC(2026, 0, 5, 12);

test.each([
  [1, 200],
  [2, 400],
  [3, 800],
  [5, 3200],
  [6, 5000],
  [2000, 5000],
])(
  "backoffMs after attempt %d is from 0 to less than %d ms",
  (attempt, ceilingMs) => {
    expect(backoffMs(attempt, () => 0)).toBe(0);
    expect(backoffMs(attempt, () => 0.5)).toBe(ceilingMs / 2);
    expect(backoffMs(attempt, () => 1 - 2 ** -53)).toBe(ceilingMs - 1);
  },
);

test.each([
  ["reads seconds", "7", 7000],
  ["ignores blanks around the seconds", " 7 ", 7000],
  ["reads zero seconds", "0", 0],
  ["limits seconds to a day", "100000", dayMs],
  ["limits a very large number of seconds to a day", "99999999999", dayMs],
  ["reads an HTTP date", "Mon, 05 Jan 2026 12:00:30 GMT", 30_000],
  ["reads a past date as no pause", "Mon, 05 Jan 2026 11:00:00 GMT", 0],
  ["limits a distant date to a day", "Tue, 05 Jan 2027 12:00:00 GMT", dayMs],
  ["returns undefined for an absent header", undefined, undefined],
  ["returns undefined for an empty header", "", undefined],
  ["returns undefined for an unreadable header", "soon", undefined],
])("parseRetryAfterMs %s", (_title, header, expected) => {
  expect(parseRetryAfterMs(header, nowMs)).toBe(expected);
});
