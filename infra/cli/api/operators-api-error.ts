import * as z from "zod";
import { cleanText } from "../clean-text.ts";
import { callOf } from "../dependencies.ts";
import { CommandError } from "../command-error.ts";

const problemSchema = z.object({
  type: z.string().default(""),
  title: z.string().default(""),
  /** What is special about this refusal, such as the state of the operation. */
  detail: z.string().default(""),
  errors: z
    .array(z.object({ pointer: z.string(), detail: z.string() }))
    .default([]),
});

/** The API refused a request. */
export class OperatorsApiError extends CommandError {
  override readonly name = "OperatorsApiError";
  readonly status: number;
  /** The problem type without its base, such as `not-waiting`; empty if the answer was no problem document. */
  readonly problemType: string;

  constructor(message: string, status: number, problemType: string) {
    super(message);
    this.status = status;
    this.problemType = problemType;
  }
}

/**
 * Turns an answer that is no success into an error that says what to do next.
 *
 * @param request - what it was for (`retry op_1`), and its operation
 * @param profile - the name of the profile
 */
export function apiErrorOf(
  { attempt, operation }: { attempt: string; operation?: string | undefined },
  status: number,
  body: unknown,
  profile: string,
): OperatorsApiError {
  const problem = problemSchema.safeParse(body).data;
  const type = /[\w-]*$/.exec(problem?.type ?? "")?.[0] ?? "";
  const lines = [
    `Cannot ${cleanText(attempt)}: ${cleanText(problem?.title || `the deployment answered ${status}`)}.`,
    ...(problem?.detail ? [cleanText(problem.detail)] : []),
    ...(problem?.errors ?? []).map(
      ({ pointer, detail }) => `  ${cleanText(`${pointer} ${detail}`)}`,
    ),
    adviceFor(status, type, cleanText(profile), operation),
  ];
  return new OperatorsApiError(lines.join("\n"), status, type);
}

function adviceFor(
  status: number,
  type: string,
  profile: string,
  operation: string | undefined,
): string {
  switch (status) {
    case 400:
    case 422:
      return "Correct the input, and repeat the command.";
    case 401:
      return `The deployment does not accept the key. Correct it in the profile ${profile}, or store it in the deployment: ${callOf("secrets callers --help")}`;
    case 403:
      return `The key of the profile ${profile} lacks the scope for this. Use the key of an operator, or add the scope: ${callOf("secrets callers --help")}`;
    case 404:
      return type === ""
        ? "The deployment does not know this request. Check the origin of the profile, and whether the deployment is as new as this command."
        : `Check the id. A key without the scope operate or observe sees only its own operations.`;
    case 409:
      return `Look at its state and the verbs that apply: ${callOf(operation === undefined ? "operations list" : `operations show ${operation}`, profile)}`;
    case 429:
      return "The deployment takes no more requests at the moment. Wait a minute, and repeat the command.";
    case 503:
      return `The deployment has a problem of its own. Wait a minute and repeat the command; if it stays, run ${callOf("doctor")}`;
    default:
      return status >= 300 && status < 400
        ? "Redirects are not followed. Correct the origin of the profile to the final address."
        : "Check the origin of the profile and the log of the function operations-api, then repeat the command.";
  }
}
