import * as z from "zod/mini";
import { isEmailAddress } from "./email-address.ts";
import { nearestTo } from "./nearest.ts";
import { isZone } from "./zoned-time.ts";

/**
 * The HR system's id of an employee, with letters of any script and with spaces, in one normal form (NFC). It has at
 * most 512 bytes, and a key of DynamoDB may have 1,024. Invisible characters are refused: two ids that look alike must
 * not be two employees. So are characters without a meaning yet, whose normal form a later Unicode can change.
 */
export const employeeIdSchema = z
  .string()
  .check(
    z.trim(),
    z.normalize("NFC"),
    z.regex(
      /^(?:[^\p{C}\p{Z}]| ){1,128}$/u,
      "must be 1 to 128 visible characters or spaces",
    ),
  );

/** An e-mail address as the sender writes it, with letters of any script (RFC 6531). */
export const emailSchema = z
  .string()
  .check(z.refine(isEmailAddress, "must be a valid email"));

const string = z.string();
// All texts share these checks. With new ones for each field, a start would take twice as long here.
const trimmed = z.trim();
const notEmpty = z.minLength(1);
const printable = z.refine<string>(
  (value) => !/[\p{Cc}\p{Cs}]/u.test(value.replaceAll(/[\n\r\t]/g, "")),
  "must not contain control characters",
);

/** An object of JSON. */
export const jsonObjectSchema = z.record(string, z.unknown());

/** Text of one or more lines without control characters. */
export function textSchema(maxLength: number) {
  return string.check(trimmed, notEmpty, z.maxLength(maxLength), printable);
}

/** The kind of an identity of an employee in another system, such as `slack`. */
export const identityKindSchema = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9-]{0,30}$/, "must be a lower-case word"));

/** JSON can express half of a surrogate pair ("\ud800"). Neither a URL nor DynamoDB can. */
export const wellFormed = z.refine<string>((text) => text.isWellFormed());

/**
 * The years of the dates that we take. Each time that follows from such a date, such as the end of its day, has a year
 * of four digits in UTC. Systems write 9999-12-31, or a year near 0, where a record has no date. It is refused and not
 * read as no date, because a termination without a last day counts at once.
 */
const years = { from: 1900, to: 9998 };
/** The same in words. */
export const yearsRule = `the years ${years.from} to ${years.to}`;

const inYears = z.refine<string>((value) => {
  const year = Number(value.slice(0, 4));
  return year >= years.from && year <= years.to;
}, `must lie in ${yearsRule}; an optional field is left out if there is no date`);

const maxDateLength = 40;
const isoSchemas = [z.iso.date(), z.iso.datetime({ offset: true })];

/** The longest grace period, of an event and of the settings. */
export const maxGraceDays = 365;

/** A date or a date-time: a start date, a last day, a due date. */
export const dateSchema = z.string().check(
  z.refine(
    // ISO 8601 allows any number of decimals of a second, and a DynamoDB item is limited in size.
    (value) =>
      value.length <= maxDateLength &&
      isoSchemas.some((schema) => schema.safeParse(value).success),
    {
      error:
        "must be a date (2026-01-31) or a date-time with its offset (2026-01-31T09:00:00+01:00)",
      abort: true,
    },
  ),
  inYears,
);

/** A date-time: the time of an event, or the end of a status. */
export const instantSchema = z.iso
  .datetime({
    offset: true,
    message: "must be a date-time with its offset (2026-01-31T17:00:00+01:00)",
    abort: true,
  })
  .check(inYears);

/** What a time zone may be, in words. */
export const zoneRule = "the IANA name of a time zone, such as Europe/Zurich";

/** The time zone of an employee or of a deployment. */
export const zoneSchema = z
  .string()
  // No other check can use a name that is not a time zone.
  .check(z.refine(isZone, { error: `must be ${zoneRule}`, abort: true }));

/** A word that must be one of a list. The refusal of another word names the nearest one of the list. */
export function knownWord(
  words: readonly string[],
  isKnown = (word: string) => words.includes(word),
) {
  const error = ({ input }: { input?: unknown }) => {
    const meant = nearestTo(String(input), words);
    return `is not known${meant === undefined ? "" : `: did you mean ${meant}?`}`;
  };
  return z.optional(
    z.string().check(z.maxLength(64), z.refine(isKnown, { error })),
  );
}
