import { expect, test } from "vitest";
import { readExpression } from "../../../../infra/aws/deployment/schedule-expression.ts";
import { rows } from "../../../fixtures/rows.ts";

const friday = Date.parse("2026-11-20T12:00:00Z");

function next(expression: string, zone = "UTC"): string | undefined {
  const timeMs = readExpression(expression, zone)(friday);
  return timeMs === undefined ? undefined : new Date(timeMs).toISOString();
}

test.each([
  ["on weekdays", "cron(0 9 ? * MON-FRI *)", "2026-11-23T09:00:00.000Z"],
  ["on the second day of the week", "cron(0 9 ? * 2 *)", "2026-11-23T09:00"],
  ["on the last day of the week", "cron(0 9 ? * L *)", "2026-11-21T09:00"],
  ["on the last Friday", "cron(0 9 ? * 6L *)", "2026-11-27T09:00"],
  ["on the second Friday", "cron(0 9 ? * 6#2 *)", "2026-12-11T09:00"],
  ["on the last day of the month", "cron(0 9 L * ? *)", "2026-11-30T09:00"],
  ["on the weekday closest to the 6th", "cron(0 9 6W * ? *)", "2026-12-07"],
  ["every ten minutes from the fifth", "cron(5/10 * * * ? *)", "T12:05:00"],
  ["of two months", "cron(0 9 1 JAN,MAR ? *)", "2027-01-01T09:00"],
  ["of some years", "cron(0 9 1 1 ? 2030-2040)", "2030-01-01T09:00"],
  ["of every second year", "cron(0 9 1 1 ? 2027/2)", "2027-01-01T09:00"],
  ["every 90 minutes", "rate(90 minutes)", "2026-11-20T13:30"],
  ["every hour", "rate(1 hour)", "2026-11-20T13:00"],
  ["every two days", "rate(2 days)", "2026-11-22T12:00"],
  ["of one time", "at(2027-03-01T09:00:00)", "2027-03-01T09:00"],
])(
  "finds the next time of a schedule %s: %s",
  (_when, expression, expected) => {
    expect(next(expression)).toContain(expected);
  },
);

test("reads a local time in the zone, in winter and in summer", () => {
  const zone = "Europe/Zurich";
  expect(next("at(2027-01-01T09:00:00)", zone)).toContain("T08:00");
  expect(next("at(2027-07-01T09:00:00)", zone)).toContain("T07:00");
  expect(next("cron(0 9 1 7 ? *)", zone)).toContain("2027-07-01T07:00");
});

test.each(rows<[string, string, string]>`
  leaves out a local time that summer time skips   | 2027-03-27 | 03-29T00:30
  finds a local time once that winter time repeats | 2027-10-30 | 10-31T00:30 11-01T01:30
`)("%s", (_what, day, expected) => {
  const nextOf = readExpression("cron(30 2 * * ? *)", "Europe/Berlin");
  let timeMs = Date.parse(`${day}T12:00:00Z`);
  for (const time of expected.split(" ")) {
    timeMs = nextOf(timeMs) ?? 0;
    expect(new Date(timeMs).toISOString()).toContain(time);
  }
});

test("finds no next time of a schedule whose last time is past or now", () => {
  expect(next("at(2026-11-20T11:59:59)")).toBeUndefined();
  expect(next("at(2026-11-20T12:00:00)")).toBeUndefined();
  expect(next("cron(0 9 1 1 ? 2020)")).toBeUndefined();
});

test.each(
  rows`
  is neither cron, rate nor at | daily | must be cron(...), rate(...) or at(...)
  has five fields | cron(0 9 * * *) | must have six fields
  sets both day fields | cron(0 9 * * * *) | must have ? either as
  sets no day field | cron(0 9 ? * ? *) | must have ? either as
  names an eighth day | cron(0 9 ? * 8 *) | valid day-of-week field
  counts two weekdays of a month | cron(0 9 ? * 3#1,6#3 *) | valid day-of-week field
  has a second ? | cron(? 9 ? * 2 *) | valid minutes field
  names a 61st minute | cron(61 9 ? * 2 *) | minute: 61
  names a date that never comes | cron(0 9 31 2 ? *) | at least one date
  has a year that AWS does not know | cron(0 9 1 1 ? 2200) | years from
  has a rate of zero | rate(0 days) | such as rate(2 hours)
  has a rate of seconds | rate(30 seconds) | such as rate(2 hours)
  has a day that the month does not have | at(2027-02-29T09:00:00) | local time in at(...)
  has an offset | at(2027-02-01T09:00:00Z) | local time in at(...)
`,
)("rejects an expression that %s: %s", (_what, expression, message) => {
  expect(() => readExpression(expression, "UTC")).toThrow(message);
});
