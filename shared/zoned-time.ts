import { tzOffset } from "@date-fns/tz/tzOffset";
import { dayMs } from "./durations.ts";

/** UTC needs no lookup. The runtime takes some 20 ms to look up its first time zone. */
const utc = "UTC";

/**
 * The instant when a date begins or ends. A date-time with an offset (`2026-01-31T09:00:00+01:00`) is the same instant
 * for both edges. A date alone (`2026-01-31`) begins at the start of that day in the zone, and ends at the start of the
 * next day.
 *
 * @param date - a date or date-time that a schema has checked
 * @param zone - an IANA name
 * @returns milliseconds since 1970
 * @throws RangeError when the zone does not exist
 */
export function instantOf(
  date: string,
  edge: "start" | "end",
  zone: string,
): number {
  if (date.includes("T")) return Date.parse(date);
  return instantAt(Date.parse(date) + (edge === "end" ? dayMs : 0), zone);
}

/**
 * The first instant at which clocks in the zone show a time. When they skip it, the instant at which clocks that were
 * not changed would show it: of a skipped midnight, the instant of the change.
 *
 * @param clockMs - the time on the clocks, read as if it were UTC
 * @param zone - an IANA name
 * @throws RangeError when the zone does not exist
 */
export function instantAt(clockMs: number, zone: string): number {
  return (
    instantsAt(clockMs, zone)[0] ?? clockMs - offsetMs(clockMs - dayMs, zone)
  );
}

/**
 * What clocks in the zone show at an instant, read as if it were UTC.
 *
 * @param zone - an IANA name
 * @throws RangeError when the zone does not exist
 */
export function clockAt(instantMs: number, zone: string): number {
  return instantMs + offsetMs(instantMs, zone);
}

/** The date on the clocks of a zone at an instant, as YYYY-MM-DD. */
export function dateInZone(instantMs: number, zone: string): string {
  return new Date(clockAt(instantMs, zone)).toISOString().slice(0, 10);
}

/**
 * The next instant, strictly after `nowMs`, at which a clock in the zone shows that time. When the clocks skip the
 * time, the next instant is a day later. When they repeat it, both instants count.
 *
 * @param hours - 0 to 23
 * @param minutes - 0 to 59
 * @param zone - an IANA name
 * @returns milliseconds since 1970
 * @throws RangeError when the zone does not exist
 */
export function nextTimeOfDay(
  hours: number,
  minutes: number,
  zone: string,
  nowMs: number,
): number {
  const clockMs = clockAt(nowMs, zone);
  const midnightMs = Math.floor(clockMs / dayMs) * dayMs;
  const sinceMidnightMs = (hours * 60 + minutes) * 60_000;
  for (let day = 0; ; day++) {
    const next = instantsAt(
      midnightMs + day * dayMs + sinceMidnightMs,
      zone,
    ).find((instantMs) => instantMs > nowMs);
    if (next !== undefined) return next;
  }
}

/** Whether this is the name of a time zone: `Europe/Oslo`, `UTC`. An offset is not, because it has no summer time. */
export function isZone(name: string): boolean {
  if (name === utc) return true;
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * The instants at which clocks in the zone show a time, earliest first: none when the clocks skip the time, two when
 * they repeat it.
 *
 * @param clockMs - the time on the clocks, read as if it were UTC
 */
function instantsAt(clockMs: number, zone: string): number[] {
  // A nearby change of the clocks lies between these two instants.
  const offsets = new Set([
    offsetMs(clockMs - dayMs, zone),
    offsetMs(clockMs + dayMs, zone),
  ]);
  return [...offsets]
    .map((offset) => clockMs - offset)
    .filter((instantMs) => instantMs + offsetMs(instantMs, zone) === clockMs)
    .sort((one, other) => one - other);
}

/** How far the clocks in the zone are ahead of UTC. */
function offsetMs(instantMs: number, zone: string): number {
  if (zone === utc) return 0;
  const minutes = tzOffset(zone, new Date(instantMs));
  if (Number.isNaN(minutes))
    throw new RangeError(
      "cannot find the offset of the time zone: check its name",
    );
  return Math.round(minutes * 60_000);
}
