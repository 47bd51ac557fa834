const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** "30m", "12h" or "7d" in milliseconds. Undefined for other text. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  return unit === "m" || unit === "h" || unit === "d"
    ? Number(amount) * unitMs[unit]
    : undefined;
}
