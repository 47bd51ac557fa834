import { Cron } from "croner";

/** The first time of a schedule after this one, in epoch milliseconds, or undefined when there is none. */
export type NextTime = (afterMs: number) => number | undefined;

/**
 * Reads an expression of EventBridge Scheduler. Local times are those of the zone; a rate counts from whatever time it
 * is asked for.
 *
 * @throws Error saying what the expression must be
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
  { name: "day-of-week", pattern: /^(\?|[1-7A-Z,*#-]+)$/ },
  { name: "year", pattern: /^[\d,*/-]+$/ },
];

function readCron(content: string, zone: string): NextTime {
  const fields = content.split(" ");
  const names = cronFields.map(({ name }) => name);
  if (fields.length !== names.length)
    throw new Error(`must have six fields in cron(...): ${names.join(" ")}`);
  for (const [index, { name, pattern }] of cronFields.entries())
    if (!pattern.test(fields[index] ?? ""))
      throw new Error(`must have another ${name} field in cron(...)`);
  const [minutes = "", hours = "", dayOfMonth = "", month = ""] = fields;
  const [dayOfWeek = "", year = ""] = fields.slice(4);
  if ((dayOfMonth === "?") === (dayOfWeek === "?"))
    throw new Error(
      "must have ? either as day-of-month or as day-of-week in cron(...)",
    );

  // Alone, L is the last day of the week.
  const days = dayOfWeek === "L" ? "SAT" : dayOfWeek;
  const pattern = `0 ${minutes} ${hours} ${dayOfMonth} ${month} ${days} ${year}`;
  const next = nextOf(pattern, zone);
  if (next(0) === undefined)
    throw new Error("must name a time that comes at all in cron(...)");
  return next;
}

const unitsMs = new Map([
  ["minute", 60_000],
  ["hour", 3_600_000],
  ["day", 86_400_000],
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
  // A day that the month has not is another day once it was read.
  if (Number.isNaN(date.getTime()) || date.toISOString() !== `${content}.000Z`)
    throw new Error(
      "must have a local time in at(...), such as at(2027-03-01T09:00:00)",
    );
  return nextOf(content, zone);
}

function nextOf(pattern: string, timezone: string): NextTime {
  const cron = parse();
  return (afterMs) => cron.nextRun(new Date(afterMs))?.getTime();

  function parse(): Cron {
    try {
      return new Cron(pattern, {
        timezone,
        // Sunday is 1, and 5/10 means from 5 on.
        alternativeWeekdays: true,
        sloppyRanges: true,
      });
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`must have other values in cron(...). ${why}`, { cause });
    }
  }
}
