import { describeDuration } from "./console/words.ts";
import { dayMs, hourMs, minuteMs } from "../../shared/durations.ts";

/** "3 min ago", "in 2 days" */
export function describeTime(iso: string, nowMs: number): string {
  const ms = Date.parse(iso) - nowMs;
  if (Number.isNaN(ms)) return iso;
  return ms > 0 ? `in ${describeDuration(ms)}` : `${describeDuration(-ms)} ago`;
}

/** "20 Nov 2026, 14:05", in the zone. */
export function describeMoment(
  iso: string,
  zone: string,
  { hasSeconds = false }: { hasSeconds?: boolean } = {},
): string {
  return new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    ...(hasSeconds && { second: "2-digit" }),
    timeZone: zone,
  }).format(new Date(iso));
}

/** "in 3 days (20 Nov 2026, 14:05)", or "now" for what is overdue. */
export function describeDue(iso: string, zone: string, nowMs: number): string {
  return Date.parse(iso) > nowMs
    ? `${describeTime(iso, nowMs)} (${describeMoment(iso, zone)})`
    : "now";
}

const unitMs = { m: minuteMs, h: hourMs, d: dayMs };

/** "30m", "12h" or "7d" in milliseconds. Undefined for other text. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  return unit === "m" || unit === "h" || unit === "d"
    ? Number(amount) * unitMs[unit]
    : undefined;
}
