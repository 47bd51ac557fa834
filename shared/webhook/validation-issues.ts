import type * as z from "zod/mini";
import type { ValidationIssue } from "./problem.ts";

type Issue = z.core.$ZodIssue;

/**
 * A body can have so many issues that the answer would exceed Lambda's response limit. A hundred are enough to read.
 */
const maxIssues = 100;

/**
 * The zod option for input whose issues go to a sender. If a schema has no message of its own, our message applies,
 * independent of zod's global locale.
 */
export const validationMessages = { error: expectation };

/**
 * Converts the issues of a value that was parsed with {@link validationMessages}: the first hundred, each with its
 * JSON Pointer (RFC 6901, §6), and never with the value that was sent.
 *
 * @param meantBy - the known field that an unknown one was meant to be
 */
export function validationIssuesOf(
  issues: readonly Issue[],
  meantBy: (field: string) => string | undefined = () => undefined,
): ValidationIssue[] {
  return issues
    .slice(0, maxIssues)
    .flatMap((issue) =>
      issue.code === "unrecognized_keys"
        ? issue.keys.slice(0, maxIssues).map((key) => ({
            pointer: pointerTo([...issue.path, key]),
            detail: unknownFieldMeaning(
              meantBy(`/${[...issue.path, key].join("/")}`),
            ),
          }))
        : [{ pointer: pointerTo(issue.path), detail: issue.message }],
    )
    .slice(0, maxIssues);
}

const unknownField = "is not a known field";
const invalidName = "its name";

function unknownFieldMeaning(known: string | undefined): string {
  return known === undefined
    ? unknownField
    : `${unknownField}: did you mean ${known}?`;
}

/**
 * An issue as a sentence. The sender chooses the name of an unknown field, and of a field with an invalid name. These
 * names are left out.
 */
export function withoutSenderNames({
  pointer,
  detail,
}: ValidationIssue): string {
  const parent = pointer.slice(0, pointer.lastIndexOf("/"));
  if (detail.startsWith(unknownField))
    return `${parent} has a field that is not known`;
  return detail.startsWith(invalidName)
    ? `${parent} has a field: ${detail}`
    : `${pointer} ${detail}`;
}

/**
 * The issues as sentences, for a secret: a JSON Pointer and what is wrong there. They leave out a name that is not
 * allowed: it can be a key or a token in the wrong place.
 */
export function issueTextsOf({
  issues,
}: {
  issues: readonly Issue[];
}): string[] {
  const shown = issues.map((issue) =>
    issue.code === "invalid_key"
      ? {
          ...issue,
          path: issue.path.slice(0, -1),
          message: issue.message.replace(invalidName, "a name in it"),
        }
      : issue,
  );
  return validationIssuesOf(shown).map(
    ({ pointer, detail }) => `${pointer} ${detail}`,
  );
}

/**
 * The fields with issues for our log, such as `#/data/phones`, each once. Deeper names and the names of unknown fields
 * are left out, because the sender chooses them.
 */
export function fieldsOf(issues: readonly Issue[]): string[] {
  return [...new Set(issues.map(({ path }) => pointerTo(path.slice(0, 2))))];
}

/** `["data", "phones", 0]` becomes `#/data/phones/0`. */
function pointerTo(path: readonly PropertyKey[]): string {
  return `#${path.map((part) => `/${encodeURIComponent(escape(String(part)))}`).join("")}`;
}

function escape(part: string): string {
  // JSON can express half of a surrogate pair ("\ud800"). A URI cannot.
  return part.toWellFormed().replaceAll("~", "~0").replaceAll("/", "~1");
}

/** What zod says of a value that is absent. */
const absentCodes: ReadonlySet<string> = new Set([
  "invalid_type",
  "invalid_value",
  "invalid_union",
]);

function expectation(issue: z.core.$ZodRawIssue): string {
  const isField = (issue.path?.length ?? 0) > 0;
  if (isField && issue.input === undefined && absentCodes.has(issue.code))
    return "must be given";
  switch (issue.code) {
    case "invalid_key":
      // The inner issue says what is wrong with the key.
      return `${invalidName} ${issue.issues[0]?.message ?? "is not of an allowed form"}`;
    case "invalid_type":
      return `must be ${article(issue.expected === "record" ? "object" : issue.expected)}`;
    case "too_big":
      return bound("at most", issue.maximum, issue.origin);
    case "too_small":
      return bound(
        issue.inclusive === false ? "more than" : "at least",
        issue.minimum,
        issue.origin,
      );
    case "invalid_format":
      // "must be a valid regex" would not help the sender.
      return issue.format === "regex"
        ? "is not of an allowed form"
        : `must be a valid ${issue.format}`;
    case "invalid_value":
      return `must be one of ${issue.values.join(", ")}`;
    case "invalid_union":
      // zod adds `options` for an unknown discriminator. Its types do not declare it.
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
