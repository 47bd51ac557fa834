import type { Context } from "hono";

/** Our problem types; each has a section in docs/problems.md, which is what the type URI leads to. */
const problems = {
  "validation-error": [400, "The event is not as documented"],
  unauthorized: [401, "The request is not authentic"],
  forbidden: [403, "The caller may not do this"],
  "not-found": [404, "There is nothing here"],
  "method-not-allowed": [405, "This method is not allowed here"],
  "not-waiting": [409, "Only an operation that waits can be cancelled"],
  "not-to-retry": [
    409,
    "Only an operation that ended without success can be retried",
  ],
  "not-missing": [
    409,
    "Only a termination of another caller that misses the person can be confirmed so",
  ],
  "payload-too-large": [413, "The body is too large"],
  "unsupported-media-type": [415, "The body must be application/json"],
  "delivery-id-reused": [422, "Another event was sent under this delivery id"],
  unavailable: [503, "Try again later"],
} as const;

export type ProblemType = keyof typeof problems;

/** One issue of the body: where it is, as a JSON Pointer in a URI fragment, and what is expected there. */
export type ValidationIssue = { pointer: string; detail: string };

const typeBase = "urn:community-automation:problem:";

/**
 * Answers with a problem document. A caller that is not authenticated learns nothing beyond the type.
 *
 * @see RFC 9457
 */
export function problem(
  c: Context,
  type: ProblemType,
  {
    errors,
    operations,
    headers = {},
  }: {
    errors?: ValidationIssue[];
    /** What was accepted all the same, of several events that came together. */
    operations?: unknown[] | undefined;
    headers?: Record<string, string>;
  } = {},
): Response {
  const [status, title] = problems[type];
  return c.body(
    JSON.stringify({
      type: typeBase + type,
      title,
      status,
      errors,
      operations,
    }),
    status,
    { "content-type": "application/problem+json", ...headers },
  );
}
