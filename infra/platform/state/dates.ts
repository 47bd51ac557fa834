import * as z from "zod";

const pattern =
  /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3})([+-])(0\d|1[0-4])([0-5]\d)$/;

/** Formats a date as `yyyy-MM-dd'T'HH:mm:ss.SSSZ` in UTC (docs/interface.md, §2.5). */
export function formatDate(epochMs: number): string {
  return new Date(epochMs).toISOString().replace("Z", "+0000");
}

/** Reads a date of that form, with any offset, as epoch milliseconds. */
export const dateSchema = z.string().transform((text, context) => {
  const epochMs = parseDate(text);
  if (epochMs === undefined) {
    context.addIssue(
      "Invalid input: expected a date as yyyy-MM-dd'T'HH:mm:ss.SSSZ",
    );
    return z.NEVER;
  }
  return epochMs;
});

function parseDate(text: string): number | undefined {
  const [, local, sign, hours, minutes] = pattern.exec(text) ?? [];
  if (local === undefined) return undefined;
  const localMs = Date.parse(`${local}Z`);
  // The parser takes February 30th for March 2nd instead of refusing it.
  const isReal =
    Number.isFinite(localMs) && formatDate(localMs) === `${local}+0000`;
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * 60_000;
  const epochMs = localMs - (sign === "-" ? -offsetMs : offsetMs);
  // An offset can lead out of the years 0000 to 9999, which the form can write.
  return isReal && pattern.test(formatDate(epochMs)) ? epochMs : undefined;
}
