import { OperatorsApiError } from "../api/send-request.ts";
import { CommandError } from "../command-error.ts";

/** What an operator reads when the API did not do what the console asked. */
export type Failure = {
  title: string;
  /** What happened and what to do next. */
  text: string;
  /** The status of the page. A refusal of the API concerns the console and not the browser, so most become 502. */
  status: 400 | 404 | 409 | 500 | 502 | 503;
};

/** @param error - what a function of the API's client threw */
export function explainError(error: unknown): Failure {
  if (error instanceof OperatorsApiError) return explainRefusal(error);
  if (error instanceof CommandError)
    return {
      status: 502,
      title: "The API gave no answer that the console understands",
      text: error.message,
    };
  return {
    status: 500,
    title: "The console could not make this page",
    text: "The terminal of the console has the error. Please report it.",
  };
}

function explainRefusal(error: OperatorsApiError): Failure {
  const cause = causeOf(error);
  switch (error.status) {
    case 400:
    case 422:
      return {
        status: 400,
        title: "The API refused the values",
        text: `${cause} Correct them, and try again.`,
      };
    case 401:
      return {
        status: 502,
        title: "The API does not accept the key",
        text: "Correct the operator's key in the profile, or store it in the secret of the callers. Then start the console again.",
      };
    case 403:
      return {
        status: 502,
        title: "The key may not do this",
        text: "To see all operations, the operator's entry in the secret of the callers needs the scope observe or operate. To change them, it needs operate.",
      };
    case 404:
      return {
        status: 404,
        title: "Not found",
        text: "There is no such operation or employee, or the key may not see it. An operation can be read until 90 days after its end.",
      };
    case 409:
      return {
        status: 409,
        title: "This does not apply",
        text: `${cause} The page of the operation shows its present state.`,
      };
    case 429:
      return {
        status: 503,
        title: "Too many requests",
        text: "The API takes no more requests at the moment. Wait a minute, and try again.",
      };
    case 503:
      return {
        status: 503,
        title: "The API cannot answer now",
        text: "A part of the deployment has a problem, such as its store. Wait a minute, and try again. If it stays, look at the alarms.",
      };
    default:
      return {
        status: 502,
        title: "The API gave an unexpected answer",
        text: cause,
      };
  }
}

/** The message without its last line, which is advice for the command line. */
function causeOf({ message }: OperatorsApiError): string {
  return message.split("\n").slice(0, -1).join(" ");
}
