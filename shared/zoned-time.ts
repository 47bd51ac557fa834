import { tzOffset } from "@date-fns/tz/tzOffset";

const dayMs = 24 * 60 * 60_000;
/** The runtime takes some 20 ms to look up its first time zone; this one need not be looked up. */
const utc = "UTC";

/**
 * When a date begins or ends. A date-time with an offset (`2026-01-31T09:00:00+01:00`) is that instant, for either edge;
 * a date alone (`2026-01-31`) is the start of that day in the zone, or its end, which is the start of the next.
 *
 * @param date - as a schema let it through
 * @param zone - an IANA name
 * @returns milliseconds since 1970
 * @throws RangeError where there is no such zone
 */
export function instantOf(
  date: string,
  edge: "start" | "end",
  zone: string,
): number {
  if (date.includes("T")) return Date.parse(date);
  const midnightMs = Date.parse(date) + (edge === "end" ? dayMs : 0);
  // Where the clocks skip midnight, the day starts when they do.
  return (
    instantsAt(midnightMs, zone)[0] ??
    midnightMs - offsetMs(midnightMs - dayMs, zone)
  );
}

/**
 * The next instant, strictly after `nowMs`, at which a clock in the zone shows that time. An hour that the clocks skip is
 * shown the day after; one that they repeat, twice.
 *
 * @param hours - 0 to 23
 * @param minutes - 0 to 59
 * @param zone - an IANA name
 * @returns milliseconds since 1970
 * @throws RangeError where there is no such zone
 */
export function nextTimeOfDay(
  hours: number,
  minutes: number,
  zone: string,
  nowMs: number,
): number {
  const clockMs = nowMs + offsetMs(nowMs, zone);
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

/** Whether this is the name of a time zone: `Europe/Oslo`, `UTC`. An offset is none, for it knows no summer time. */
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
 * The instants at which clocks in the zone show this, earliest first: none where they skip it, two where they repeat it.
 *
 * @param clockMs - what the clocks show, written as if they showed UTC
 */
function instantsAt(clockMs: number, zone: string): number[] {
  // A change of the clocks nearby is between these two.
  const offsets = new Set([
    offsetMs(clockMs - dayMs, zone),
    offsetMs(clockMs + dayMs, zone),
  ]);
  return [...offsets]
    .map((offset) => clockMs - offset)
    .filter((instantMs) => instantMs + offsetMs(instantMs, zone) === clockMs)
    .sort((one, other) => one - other);
}

/** How far clocks in the zone are ahead of UTC. */
function offsetMs(instantMs: number, zone: string): number {
  if (zone === utc) return 0;
  const minutes = tzOffset(zone, new Date(instantMs));
  if (Number.isNaN(minutes))
    throw new RangeError(
      "cannot read the clock there and then: check the time zone's name",
    );
  return Math.round(minutes * 60_000);
}
