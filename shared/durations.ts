/** Lengths of time in milliseconds. A day has 24 hours here; days of a calendar are in `zoned-time.ts`. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
