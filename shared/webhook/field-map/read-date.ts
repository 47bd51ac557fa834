import * as z from "zod/mini";
import { dateInZone } from "../../zoned-time.ts";
import { instantMsOf } from "./instant.ts";

/**
 * How a payload writes a date. `instant` is a moment, which has a date in a zone. The other formats take the date as it
 * is written, without a time that follows it.
 */
export const dateFormatSchema = z.enum(
  [
    "YYYY-MM-DD",
    "YYYY/MM/DD",
    "YYYYMMDD",
    "DD/MM/YYYY",
    "DD.MM.YYYY",
    "DD-MM-YYYY",
    "MM/DD/YYYY",
    "instant",
  ],
  'must be one of YYYY-MM-DD, YYYY/MM/DD, YYYYMMDD, DD/MM/YYYY, DD.MM.YYYY, DD-MM-YYYY, MM/DD/YYYY, or "instant"',
);
export type DateFormat = z.infer<typeof dateFormatSchema>;

export const instantForms =
  "a date-time with its offset (2026-01-31T09:00:00+01:00), or Unix seconds or milliseconds";

const dateSchema = z.iso.date();
const maxLength = 40;
/** Vendors write these years, or only zeros, where a record has no date. No field of ours has a date so far away. */
const placeholder =
  /^0+$|^(?:0000|0001|9999)(?:\D|\d{4}$)|\D(?:0000|0001|9999)$/;

/**
 * Reads a date of a payload as YYYY-MM-DD, or says what was expected.
 *
 * @param value - not empty
 * @param zone - an IANA name, for moments
 */
export function readDate(
  value: unknown,
  format: DateFormat,
  zone: string,
): { date: string | undefined } | { expected: string } {
  const expected = `must be ${format === "instant" ? instantForms : `a date that exists, as ${format}`}`;
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || text.length > maxLength) return { expected };
  // A time may follow the date.
  const [written = ""] = text.trim().split(/[T ]/, 1);
  if (placeholder.test(written)) return { date: undefined };
  if (format === "instant") {
    const instantMs = instantMsOf(text);
    return instantMs === undefined
      ? { expected }
      : { date: dateInZone(instantMs, zone) };
  }
  const {
    year = "",
    month = "",
    day = "",
  } = patternOf(format).exec(written)?.groups ?? {};
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return dateSchema.safeParse(date).success ? { date } : { expected };
}

function patternOf(format: DateFormat): RegExp {
  // Without a separator, a single digit would be ambiguous.
  const digits = format === "YYYYMMDD" ? "{2}" : "{1,2}";
  const pattern = format
    .replaceAll(".", "\\.")
    .replace("YYYY", "(?<year>\\d{4})")
    .replace("MM", `(?<month>\\d${digits})`)
    .replace("DD", `(?<day>\\d${digits})`);
  return new RegExp(`^${pattern}$`);
}
