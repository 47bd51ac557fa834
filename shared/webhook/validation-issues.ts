import type * as z from "zod/mini";
import type { ValidationIssue } from "./problem.ts";

type Issue = z.core.$ZodIssue;

/** More would help nobody, and a body can have so many that the answer outgrows what a function may return. */
const maxIssues = 100;

/**
 * How to parse what is told to a sender: with our words where a schema brings none of its own, and whichever language
 * zod has been given elsewhere.
 */
export const plainMessages = { error: expectation };

/**
 * The issues of a value that was parsed {@link plainMessages}, all at once, the first hundred, by JSON Pointer (RFC 6901, §6),
 * and never with the value that was sent.
 */
export function validationIssuesOf(
  issues: readonly Issue[],
): ValidationIssue[] {
  return issues
    .slice(0, maxIssues)
    .flatMap((issue) =>
      issue.code === "unrecognized_keys"
        ? issue.keys.slice(0, maxIssues).map((key) => ({
            pointer: pointerTo([...issue.path, key]),
            detail: "is not a known field",
          }))
        : [{ pointer: pointerTo(issue.path), detail: issue.message }],
    )
    .slice(0, maxIssues);
}

/**
 * The fields that issues lie in, for our log: `#/data/phones`, once each. Deeper names, and fields that we do not know,
 * are the sender's words.
 */
export function fieldsOf(issues: readonly Issue[]): string[] {
  return [...new Set(issues.map(({ path }) => pointerTo(path.slice(0, 2))))];
}

/** `["data", "phones", 0]` becomes `#/data/phones/0`. */
function pointerTo(path: readonly PropertyKey[]): string {
  return `#${path.map((part) => `/${encodeURIComponent(escape(String(part)))}`).join("")}`;
}

function escape(part: string): string {
  // JSON can spell half a character ("\ud800"), which no URI can.
  return part.toWellFormed().replaceAll("~", "~0").replaceAll("/", "~1");
}

function expectation(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_key":
      // It carries what is wrong with the key inside.
      return `its name ${issue.issues[0]?.message ?? "is not of an allowed form"}`;
    case "invalid_type":
      return `must be ${article(issue.expected)}`;
    case "too_big":
      return bound("at most", issue.maximum, issue.origin);
    case "too_small":
      return bound("at least", issue.minimum, issue.origin);
    case "invalid_format":
      // To write a valid regular expression would help nobody.
      return issue.format === "regex"
        ? "is not of an allowed form"
        : `must be a valid ${issue.format}`;
    case "invalid_value":
      return `must be one of ${issue.values.join(", ")}`;
    case "invalid_union":
      // What zod adds for a discriminator that it does not know; absent from its types.
      return "options" in issue && Array.isArray(issue.options)
        ? `must be one of ${issue.options.join(", ")}`
        : "is not of an allowed form";
    default:
      return "is not of an allowed form";
  }
}

function article(noun: string): string {
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}

function bound(side: string, limit: number | bigint, origin: string): string {
  const plural = Number(limit) === 1 ? "" : "s";
  if (origin === "string")
    return `must have ${side} ${limit} character${plural}`;
  if (origin === "array") return `must have ${side} ${limit} item${plural}`;
  return `must be ${side} ${limit}`;
}
