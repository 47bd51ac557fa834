const units = [
  ["day", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 10_000],
] as const;

/** "3 days", "5 h", "12 min", "40 s", "1.4 s" */
export function describeDuration(ms: number): string {
  const [unit, leastMs] = units.find(([, least]) => ms >= least) ?? [];
  if (unit === undefined || leastMs === undefined)
    return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
  const count = Math.floor(ms / (unit === "s" ? 1_000 : leastMs));
  return `${count} ${unit}${unit === "day" && count > 1 ? "s" : ""}`;
}
