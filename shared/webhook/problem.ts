import type { Context } from "hono";
import { requestEnvironmentOf } from "./request-environment.ts";

/** Our problem types: HTTP status and title. `GET /problems` explains each type. */
export const problems = {
  "validation-error": [400, "The request is not as documented"],
  unauthorized: [401, "The request is not authentic"],
  forbidden: [403, "The caller lacks the scope for this request"],
  "not-found": [404, "The path or the operation does not exist"],
  "method-not-allowed": [405, "The path does not allow this method"],
  "not-waiting": [
    409,
    "Only an operation that waits can be cancelled: a hire or an adoption before its person gets access, and a status before the profile can show it",
  ],
  "not-to-retry": [
    409,
    "Only an operation that is failed, blocked, or needs_attention without being held can be retried, unless its retry would end in the same way",
  ],
  "not-missing": [
    409,
    "Only a termination that ended with person-missing can be confirmed",
  ],
  "not-in-grace": [
    409,
    "Only a termination in its grace period can delete the person now",
  ],
  "not-held": [
    409,
    "Only an operation that a limit holds, or that repeats one that was ruled out, can be released or rejected",
  ],
  "not-asked": [
    409,
    "Only an operation that asks this question can be answered so",
  ],
  "not-kept": [
    409,
    "Only a person whom this termination has kept, and who is not suspended, can be enabled",
  ],
  "not-to-resolve": [
    409,
    "Only an operation that is failed or needs_attention, and that is not held, can be resolved",
  ],
  "sent-by-yourself": [409, "Only another caller than the sender can do this"],
  "not-for-this-plan": [
    409,
    "The plan is in another status, or the request is about another plan",
  ],
  "payload-too-large": [413, "The body is too large"],
  "unsupported-media-type": [415, "The media type of the body is not read"],
  "delivery-id-reused": [422, "Another event was sent with this delivery id"],
  unavailable: [503, "Try again later"],
} as const;

export type ProblemType = keyof typeof problems;

/** One wrong field of the body: its JSON Pointer as a URI fragment, and the expected content. */
export type ValidationIssue = { pointer: string; detail: string };

/**
 * Creates an answer with a problem document. A caller that is not authenticated learns only the problem type.
 *
 * @see RFC 9457
 */
export function problem(
  c: Context,
  type: ProblemType,
  {
    detail,
    errors,
    operations,
    events,
    headers = {},
  }: {
    /** The details of this case, and what to do. */
    detail?: string;
    errors?: ValidationIssue[];
    /** The accepted operations, if only some events of a request were refused. */
    operations?: unknown[] | undefined;
    /** The previews of the valid events, if only some events of a request would be refused. */
    events?: unknown[] | undefined;
    headers?: Record<string, string>;
  } = {},
): Response {
  const [status, title] = problems[type];
  return c.body(
    JSON.stringify({
      type: `${problemsPageOf(c)}#${type}`,
      title,
      status,
      detail,
      errors,
      operations,
      events,
    }),
    status,
    { "content-type": "application/problem+json", ...headers },
  );
}

/** Where the problem types are explained: in the folder `docs`, if the deployment says where that is, or by our API. */
function problemsPageOf(c: Context): string {
  const { docsUrl } = requestEnvironmentOf(c);
  return docsUrl
    ? `${docsUrl.replace(/\/$/, "")}/problems.md`
    : new URL("/problems", c.req.url).href;
}
