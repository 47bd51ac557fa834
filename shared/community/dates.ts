const datePattern =
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}[+-]\d{2}:?\d{2}$/;

/**
 * Writes an instant in the platform's format: `yyyy-MM-dd'T'HH:mm:ss.SSSZ` in UTC, with the offset as `+0000`.
 * The platform does not accept the `Z` of `toISOString()`.
 *
 * @throws RangeError for an instant outside the years 0000-9999
 * @see docs/interface.md, §2.5
 */
export function formatDate(instantMs: number): string {
  const iso = new Date(instantMs).toISOString();
  if (iso.length !== "yyyy-MM-ddTHH:mm:ss.SSSZ".length)
    throw new RangeError("a date must lie in the years 0000-9999");
  return iso.replace("Z", "+0000");
}

/**
 * Reads a date of the platform as milliseconds since 1970. The offset may have any value, with or without a colon.
 *
 * @throws RangeError when the text is not such a date, or its month does not have such a day
 */
export function parseDate(text: string): number {
  const instantMs = datePattern.test(text)
    ? Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, "$1:$2"))
    : Number.NaN;
  if (
    Number.isNaN(instantMs) ||
    !isCalendarDay(text.slice(0, "yyyy-MM-dd".length))
  )
    throw new RangeError(
      "a date must look like 2026-01-31T18:42:00.000+0000 (docs/interface.md, §2.5)",
    );
  return instantMs;
}

/** Needed because `Date.parse` reads the 30th of February as the 2nd of March. */
function isCalendarDay(day: string): boolean {
  return new Date(day).toISOString().startsWith(day);
}
