import * as z from "zod/mini";

/** What the events of several functions have in common. */
export const employeeIdSchema = z
  .string()
  .check(
    z.regex(/^[!-~]{1,128}$/, "must be 1 to 128 visible ASCII characters"),
  );

/** One line or several that a person can read. */
export function textSchema(maxLength: number) {
  return z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(maxLength),
      z.refine(isPrintable, "must not contain control characters"),
    );
}

/** JSON can spell half a character ("\ud800"), which neither a path nor a table can. */
export const wellFormed = z.refine<string>((text) => text.isWellFormed());

const maxDateLength = 40;

/** A day or an instant: a start date, a last day, a due date. */
export const dateSchema = z.string().check(
  z.refine(
    // A second can have any number of decimals, and a table takes no item of that size.
    (value) => value.length <= maxDateLength && isDate(value),
    "must be a date (2026-01-31) or a date-time with its offset (2026-01-31T09:00:00+01:00)",
  ),
);

function isPrintable(value: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(value.replaceAll(/[\n\r\t]/g, ""));
}

function isDate(value: string): boolean {
  return (
    z.iso.date().safeParse(value).success ||
    z.iso.datetime({ offset: true }).safeParse(value).success
  );
}
