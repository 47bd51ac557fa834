import { HTTPException } from "hono/http-exception";
import { OperatorsApiError } from "../api/send-request.ts";
import { CommandError } from "../command-error.ts";

/** What an operator reads when the API did not do what the console asked. */
export type Failure = {
  title: string;
  text: string;
  status: 400 | 404 | 409 | 500 | 502 | 503;
};

/** @param error - what a function of the API's client threw; its message explains it for the command line too */
export function explainError(error: unknown): Failure {
  if (!(error instanceof CommandError))
    return {
      status: 500,
      title: "The console could not make this page",
      text: "The terminal of the console has the error. Please report it.",
    };
  const message = error.message.replaceAll("\n", " ");
  const [, title = "Cannot do it", text = message] =
    /^(Cannot [^:]+): (.+)$/.exec(message) ?? [];
  const status =
    error instanceof OperatorsApiError ? statusOf(error.status) : 502;
  return { status, title, text: text.charAt(0).toUpperCase() + text.slice(1) };
}

export function unknownForm(page: "plan" | "worklist"): HTTPException {
  return new HTTPException(400, {
    message: `The console did not make this form. Open the ${page} again.`,
  });
}

/** A refusal of the API concerns the console and not the browser, so most become 502. */
function statusOf(refusal: number): Failure["status"] {
  switch (refusal) {
    case 400:
    case 422:
      return 400;
    case 404:
    case 409:
      return refusal;
    case 429:
    case 503:
      return 503;
    default:
      return 502;
  }
}
