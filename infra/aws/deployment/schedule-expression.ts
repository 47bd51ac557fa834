import { Cron } from "croner";
import { dayMs, hourMs, minuteMs } from "../../../shared/durations.ts";

/** Finds the first scheduled time after `afterMs`. Both are epoch milliseconds. Undefined if there is none. */
export type NextTime = (afterMs: number) => number | undefined;

/**
 * Parses an expression of EventBridge Scheduler. `cron` and `at` are local times of the zone. A rate counts from the
 * time that the returned function is given.
 *
 * @throws Error whose message says what the expression must be
 */
export function readExpression(expression: string, zone: string): NextTime {
  const [, kind, content = ""] =
    /^(cron|rate|at)\((.*)\)$/.exec(expression) ?? [];
  switch (kind) {
    case "cron":
      return readCron(content, zone);
    case "rate":
      return readRate(content);
    case "at":
      return readAt(content, zone);
    default:
      throw new Error(
        "must be cron(...), rate(...) or at(...), such as cron(0 9 ? * MON-FRI *)",
      );
  }
}

const cronFields = [
  { name: "minutes", pattern: /^[\d,*/-]+$/ },
  { name: "hours", pattern: /^[\d,*/-]+$/ },
  { name: "day-of-month", pattern: /^(\?|[\dLW,*/-]+)$/ },
  { name: "month", pattern: /^[\dA-Z,*/-]+$/ },
  { name: "day-of-week", pattern: /^(\?|[1-7A-Z,*-]+|[1-7A-Z]+#[1-5])$/ },
  { name: "year", pattern: /^[\d,*/-]+$/ },
];

function readCron(content: string, zone: string): NextTime {
  const fields = content.split(" ");
  const names = cronFields.map(({ name }) => name);
  if (fields.length !== names.length)
    throw new Error(`must have six fields in cron(...): ${names.join(" ")}`);
  for (const [index, { name, pattern }] of cronFields.entries())
    if (!pattern.test(fields[index] ?? ""))
      throw new Error(`must have a valid ${name} field in cron(...)`);
  const [minutes = "", hours = "", dayOfMonth = "", month = ""] = fields;
  const [dayOfWeek = "", year = ""] = fields.slice(4);
  if ((dayOfMonth === "?") === (dayOfWeek === "?"))
    throw new Error(
      "must have ? either as day-of-month or as day-of-week in cron(...)",
    );

  // In the day-of-week field, L alone means Saturday.
  const days = dayOfWeek === "L" ? "SAT" : dayOfWeek;
  const cron = `0 ${minutes} ${hours} ${dayOfMonth} ${month} ${days} ${year}`;
  const next = nextOf(cron, zone);
  if (next(0) === undefined)
    throw new Error("must match at least one date in cron(...)");
  // The number after a slash is a step.
  for (const number of year.replaceAll(/\/\d+/g, "").match(/\d+/g) ?? [])
    if (Number(number) < 1970 || Number(number) > 2199)
      throw new Error("must have years from 1970 to 2199 in cron(...)");
  return next;
}

const unitsMs = new Map([
  ["minute", minuteMs],
  ["hour", hourMs],
  ["day", dayMs],
]);

function readRate(content: string): NextTime {
  const [, count, unit = ""] =
    /^([1-9]\d*) (minute|hour|day)s?$/.exec(content) ?? [];
  const unitMs = unitsMs.get(unit);
  if (unitMs === undefined)
    throw new Error(
      "must have a number and minutes, hours or days in rate(...), such as rate(2 hours)",
    );
  return (afterMs) => afterMs + Number(count) * unitMs;
}

function readAt(content: string, zone: string): NextTime {
  const date = new Date(`${content}Z`);
  // Date accepts a day that the month does not have and turns it into another day.
  if (Number.isNaN(date.getTime()) || date.toISOString() !== `${content}.000Z`)
    throw new Error(
      "must have a local time in at(...), such as at(2027-03-01T09:00:00)",
    );
  return nextOf(content, zone);
}

function nextOf(pattern: string, timezone: string): NextTime {
  try {
    const cron = new Cron(pattern, {
      timezone,
      // Sunday is 1.
      alternativeWeekdays: true,
      // "5/10" means 5, 15, 25 and so on.
      sloppyRanges: true,
    });
    return (afterMs) => {
      let next = cron.nextRun(new Date(afterMs));
      // If summer time leaves out a local time, croner takes a later one, and EventBridge takes none.
      while (next && !cron.match(next)) next = cron.nextRun(next);
      return next?.getTime();
    };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`must have valid values in cron(...). ${reason}`, {
      cause,
    });
  }
}
