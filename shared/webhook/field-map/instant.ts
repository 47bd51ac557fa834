import * as z from "zod/mini";

const dateTimeSchema = z.iso.datetime({ offset: true });
const maxLength = 40;

/**
 * Reads an instant from a payload or a header, in milliseconds since 1970. The input is text or a number: ISO 8601
 * with an offset (`Z`, `+01:00` or `+0100`), Unix seconds (10 digits, 9 before September 2001) or Unix milliseconds (3
 * digits more). Other input gives undefined. We do not guess the offset of a time without one.
 */
export function instantMsOf(written: unknown): number | undefined {
  const text = typeof written === "number" ? String(written) : written;
  if (typeof text !== "string" || text.length > maxLength) return undefined;
  if (/^\d{9,10}$/.test(text)) return Number(text) * 1000;
  // Twelve digits that begin like a year can be YYYYMMDDhhmm.
  if (/^(?:\d{13}|(?!19|20)\d{12})$/.test(text)) return Number(text);
  const dateTime = text.replace(/(T.*[+-]\d\d)(\d\d)$/, "$1:$2");
  return dateTimeSchema.safeParse(dateTime).success
    ? Date.parse(dateTime)
    : undefined;
}
