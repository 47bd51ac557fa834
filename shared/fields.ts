import * as z from "zod/mini";

/** The HR system's id of an employee. */
export const employeeIdSchema = z
  .string()
  .check(
    z.regex(/^[!-~]{1,128}$/, "must be 1 to 128 visible ASCII characters"),
  );

/** Text of one or more lines without control characters. */
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

/** JSON can express half of a surrogate pair ("\ud800"). Neither a URL nor DynamoDB can. */
export const wellFormed = z.refine<string>((text) => text.isWellFormed());

const maxDateLength = 40;

/** A date or a date-time: a start date, a last day, a due date. */
export const dateSchema = z.string().check(
  z.refine(
    // ISO 8601 allows any number of decimals of a second, and a DynamoDB item is limited in size.
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
