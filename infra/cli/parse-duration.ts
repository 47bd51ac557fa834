import { dayMs, hourMs, minuteMs } from "../../shared/durations.ts";

const unitMs = { m: minuteMs, h: hourMs, d: dayMs };

/** "30m", "12h" or "7d" in milliseconds. Undefined for other text. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  return unit === "m" || unit === "h" || unit === "d"
    ? Number(amount) * unitMs[unit]
    : undefined;
}
