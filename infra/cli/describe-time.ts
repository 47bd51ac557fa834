import { describeDuration } from "./console/words.ts";

/** "3 min ago", "in 2 days" */
export function describeTime(iso: string, nowMs: number): string {
  const ms = Date.parse(iso) - nowMs;
  if (Number.isNaN(ms)) return iso;
  return ms > 0 ? `in ${describeDuration(ms)}` : `${describeDuration(-ms)} ago`;
}
