const units = [
  ["day", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1_000],
] as const;

/** "3 days", "5 h", "12 min", "4 s", "0.2 s" */
export function describeDuration(ms: number): string {
  for (const [unit, unitMs] of units) {
    if (ms < unitMs) continue;
    const count = Math.floor(ms / unitMs);
    return `${count} ${unit}${unit === "day" && count > 1 ? "s" : ""}`;
  }
  return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
}
