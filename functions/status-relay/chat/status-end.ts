import * as z from "zod/mini";
import {
  clockAt,
  dateInZone,
  instantOf,
  nextTimeOfDay,
} from "../../../shared/zoned-time.ts";
import { dayMs, hourMs, minuteMs } from "../../../shared/durations.ts";

/** How far in the future a status may end. */
export const latestEndMs = 400 * dayMs;

const unitMs: Readonly<Record<string, number>> = {
  ...named(["m", "min", "mins", "minute", "minutes"], minuteMs),
  ...named(["h", "hr", "hrs", "hour", "hours"], hourMs),
  ...named(["d", "day", "days"], dayMs),
  ...named(["w", "week", "weeks"], 7 * dayMs),
};

/**
 * Splits a status into its text and its end. The end is the last `for` or `until` with the words after it, if they have
 * the form of a time. If not, they stay part of the text ("waiting for 2 people").
 *
 * - `for 30 min`, `for 1h30m`, `for 2 days`: from now on. A day is 24 hours, also when the clocks change.
 * - `until 17:00`, `until 5pm`: the next such time in the zone. `until 24:00`: the end of today.
 * - `until 2026-12-24`, `until 24 Dec 2026`: the end of that day in the zone. `until 24 Dec`, `until December 24`: the
 *   end of the next such day.
 * - `until 2026-12-24T16:00:00Z`: that instant.
 *
 * @param typed - plain text on one line
 * @param zone - an IANA name
 * @returns `endsAtMs` is undefined without an end, and NaN if there is no such time, as for `until 25:99`. It may be in
 *   the past. The text is empty if only the end was typed
 */
export function splitEnd(
  typed: string,
  zone: string,
  nowMs: number,
): { text: string; endsAtMs: number | undefined } {
  const words = typed.split(" ");
  const at = words.findLastIndex((word) => /^(?:for|until)$/i.test(word));
  if (at < 0) return { text: typed, endsAtMs: undefined };

  const tail = words.slice(at + 1).join(" ");
  const endsAtMs =
    words[at]?.toLowerCase() === "for"
      ? afterDuration(tail, nowMs)
      : (atTimeOfDay(tail, zone, nowMs) ??
        onDate(tail, zone) ??
        onNamedDay(tail, zone, nowMs));
  return endsAtMs === undefined
    ? { text: typed, endsAtMs }
    : { text: words.slice(0, at).join(" "), endsAtMs };
}

/** The end of a duration that begins now: `30 min`, `1h30m`, `2 hours 15 minutes`. Undefined if it is none. */
export function afterDuration(tail: string, nowMs: number): number | undefined {
  if (!/^(?:\d{1,5} ?[a-z]{1,7} ?)+$/i.test(tail)) return undefined;
  const parts = [...tail.matchAll(/(\d+) ?([a-z]+)/gi)];
  const durationMs = parts.reduce(
    (sumMs, [, amount, unit = ""]) =>
      sumMs + Number(amount) * (unitMs[unit.toLowerCase()] ?? Number.NaN),
    0,
  );
  return Number.isNaN(durationMs) ? undefined : nowMs + durationMs;
}

/** `17:00`, `5pm`, `5:30 pm`, `24:00`. A number alone, such as `5`, is ambiguous and is no time. */
function atTimeOfDay(
  tail: string,
  zone: string,
  nowMs: number,
): number | undefined {
  const [all, hour, minute, half] =
    /^(\d{1,2})(?::(\d\d))? ?(am|pm)?$/i.exec(tail) ?? [];
  if (all === undefined || (minute ?? half) === undefined) return undefined;
  if (tail === "24:00") return instantOf(dateInZone(nowMs, zone), "end", zone);
  const hours = hoursOf(Number(hour), half?.toLowerCase());
  const minutes = Number(minute ?? 0);
  return hours === undefined || minutes > 59
    ? Number.NaN
    : nextTimeOfDay(hours, minutes, zone, nowMs);
}

function hoursOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour <= 23 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half === "pm" ? 12 : 0);
}

const dateOrInstant = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);
const dateForm = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/;

function onDate(tail: string, zone: string): number | undefined {
  if (dateOrInstant.safeParse(tail).success)
    return instantOf(tail, "end", zone);
  return dateForm.test(tail) ? Number.NaN : undefined;
}

const months =
  "january february march april may june july august september october november december".split(
    " ",
  );

/** The next 29 February is at most this many years ahead. */
const maxLeapYears = 8;

/** `24 Dec`, `24th December 2026`, `Dec 24`. A day without a year is the next one. */
function onNamedDay(
  tail: string,
  zone: string,
  nowMs: number,
): number | undefined {
  const found =
    /^(?<day>\d{1,2})(?:st|nd|rd|th)? (?<month>[a-z]{3,9})\.?(?: (?<year>\d{4}))?$/i.exec(
      tail,
    ) ??
    /^(?<month>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\d{4}))?$/i.exec(
      tail,
    );
  if (!found) return undefined;
  const { day = "", month = "", year } = found.groups ?? {};
  // The name, or its beginning of three letters or more: `Sept`, but not `Deck`.
  const index = months.findIndex((name) =>
    name.startsWith(month.toLowerCase()),
  );
  if (index < 0) return undefined;
  const thisYear = new Date(clockAt(nowMs, zone)).getUTCFullYear();
  const years = Array.from(
    { length: maxLeapYears + 1 },
    (_, n) => thisYear + n,
  );
  return (
    (year === undefined ? years : [Number(year)])
      .map((one) => `${one}-${twoDigits(index + 1)}-${twoDigits(day)}`)
      .map((date) => onDate(date, zone) ?? Number.NaN)
      .find((ms) => ms > nowMs || year !== undefined) ?? Number.NaN
  );
}

const twoDigits = (value: number | string) => String(value).padStart(2, "0");

function named(names: readonly string[], ms: number): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, ms]));
}
