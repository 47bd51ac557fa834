import * as z from "zod";
import { parseRetryAfterMs } from "../../../shared/community/retry-timing.ts";
import { parseJson } from "../../../shared/parse-json.ts";
import { cleanText } from "../clean-text.ts";
import { CommandError } from "../command-error.ts";
import { callOf, type CliDependencies } from "../dependencies.ts";
import type { Profile } from "../profiles.ts";

/** The gateway ends a request after 30 seconds. */
const timeoutMs = 35_000;
const pausesMs = [500, 2_000, 8_000];
const maxPauseMs = 60_000;

export type ApiRequest = {
  method: "GET" | "POST" | "PUT";
  /** Parts of the path, not encoded yet. */
  path: readonly string[];
  /** What is undefined or false is left out. */
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: unknown;
  /** Sent as they are: a part of a list, packed. */
  bytes?: Uint8Array;
  /** What a caller sends. The request then has no key of the operator. */
  signed?: SignedEvent;
  /** Whether it is harmless to send the request again after a failure. @default for GET and PUT */
  isRepeatable?: boolean;
  /** What the request is for, for errors: `retry op_1`. */
  attempt: string;
  /** The kind of thing that the id in the path names, for errors. */
  about?: "operation" | "employee" | "plan";
};

export type SignedEvent = { body: string; headers: Record<string, string> };

export type SendDependencies = Pick<
  CliDependencies,
  "fetch" | "nowMs" | "sleepMs"
>;

/**
 * Sends a request to the operators' API with the operator's key, or a signed event to a receiver. Repeats a failed
 * request if it is repeatable, or if the gateway refused it because of too many requests.
 *
 * @throws OperatorsApiError if the API or the receiver refuses the request
 * @throws CommandError if there is no answer, no key, or an id that cannot be in a path
 */
export async function sendRequest(
  profile: Pick<Profile, "name" | "origin" | "key">,
  request: ApiRequest,
  dependencies: SendDependencies,
): Promise<unknown> {
  for (let failed = 0; ; failed++) {
    const answer = await attemptRequest(profile, request, dependencies);
    if ("body" in answer) return answer.body;
    const { error, mayRepeat, retryAfterMs = 0 } = answer;
    const pauseMs = pausesMs[failed];
    if (!mayRepeat || pauseMs === undefined) throw error;
    const longerMs = Math.max(retryAfterMs, pauseMs);
    await dependencies.sleepMs(Math.min(longerMs, maxPauseMs));
  }
}

type Answer =
  | { body: unknown }
  | {
      error: CommandError;
      mayRepeat: boolean;
      retryAfterMs?: number | undefined;
    };

async function attemptRequest(
  profile: Pick<Profile, "name" | "origin" | "key">,
  request: ApiRequest,
  { fetch, nowMs }: SendDependencies,
): Promise<Answer> {
  const { method, path, query = {}, body, bytes, signed, attempt } = request;
  const { isRepeatable = method !== "POST" } = request;
  const { name, origin } = profile;
  const json = body === undefined ? null : JSON.stringify(body);
  const sent = signed ?? {
    // `fetch` takes bytes only in a buffer of their own.
    body: bytes ? Uint8Array.from(bytes) : json,
    headers: {
      authorization: `Bearer ${profile.key()}`,
      "content-type": bytes ? "application/gzip" : "application/json",
    },
  };
  const url = urlOf(origin, path, query);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      headers: { accept: "application/json", ...sent.headers },
      body: sent.body,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    text = await response.text();
  } catch (error) {
    return {
      error: new CommandError(
        `Cannot ${cleanText(attempt)}: ${explainFailure(error, origin)}`,
      ),
      mayRepeat: isRepeatable,
    };
  }
  const { status, headers, ok } = response;
  if (ok) return { body: parseJson(text) };
  return {
    error: apiErrorOf(request, status, parseJson(text), name),
    mayRepeat: status === 429 || (isRepeatable && status >= 500),
    retryAfterMs: parseRetryAfterMs(
      headers.get("retry-after") ?? undefined,
      nowMs(),
    ),
  };
}

function urlOf(
  origin: string,
  path: readonly string[],
  query: NonNullable<ApiRequest["query"]>,
): URL {
  // A URL cannot have such a part: "operations/.." would become another path.
  if (path.some((part) => part === "" || part === "." || part === ".."))
    throw new CommandError("The id is not valid: copy it from a list.");
  const url = new URL(`/${path.map(encodeURIComponent).join("/")}`, origin);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== false)
      url.searchParams.set(name, String(value));
  return url;
}

/** The message of a failed fetch may quote a header, so only its code is used. */
function explainFailure(error: unknown, origin: string): string {
  if (error instanceof Error && error.name === "TimeoutError")
    return `${origin} did not answer within ${timeoutMs / 1000} seconds. Check the network and the origin of the profile, then repeat the command.`;
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code =
    cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
  return `there is no connection to ${origin}${code}. Check the network and the origin of the profile, and for the local stack whether npm start runs. Then repeat the command.`;
}

const problemSchema = z.object({
  type: z.string().default(""),
  title: z.string().default(""),
  /** What is special about this refusal, such as the state of the operation. */
  detail: z.string().default(""),
  errors: z
    .array(z.object({ pointer: z.string(), detail: z.string() }))
    .default([]),
});

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
 * @param profile - the name of the profile
 */
function apiErrorOf(
  request: ApiRequest,
  status: number,
  body: unknown,
  profile: string,
): OperatorsApiError {
  const problem = problemSchema.safeParse(body).data;
  const type = /[\w-]*$/.exec(problem?.type ?? "")?.[0] ?? "";
  const title =
    type === "not-found" && request.about !== undefined
      ? `There is no ${request.about} ${request.path[1] ?? ""}`
      : problem?.title || `the deployment answered ${status}`;
  const lines = [
    `Cannot ${cleanText(request.attempt)}: ${cleanText(title)}.`,
    ...(problem?.detail ? [cleanText(problem.detail)] : []),
    ...(problem?.errors ?? []).map(
      ({ pointer, detail }) => `  ${cleanText(`${pointer} ${detail}`)}`,
    ),
    adviceFor(status, type, cleanText(profile), request),
  ];
  return new OperatorsApiError(lines.join("\n"), status, type);
}

function adviceFor(
  status: number,
  type: string,
  profile: string,
  { about, path: [, id = ""], signed }: ApiRequest,
): string {
  if (signed) {
    const advice = adviceForSender(status);
    if (advice !== undefined) return advice;
  }
  switch (status) {
    case 400:
    case 422:
      return "Correct the input, and try again.";
    case 401:
      return `The deployment does not accept the key. Correct it in the profile ${profile}, or store it in the deployment: ${callOf("secrets callers --help")}`;
    case 403:
      return `The key of the profile ${profile} lacks the scope for this. Use the key of an operator, or add the scope: ${callOf("secrets callers --help")}`;
    case 404:
      return type === ""
        ? "The deployment does not know this request. Check the origin of the profile, and whether the deployment is as new as this command."
        : `Check the id. A key without the scope operate or observe sees only its own operations. An operation is kept until 90 days after its end.`;
    case 409:
      if (about === "plan")
        return `Look at the plan: ${callOf(`plans show ${id}`, profile)}`;
      return `Look at its state and the verbs that apply: ${callOf(about === "operation" ? `operations show ${id}` : "operations list", profile)}`;
    case 429:
      return "The deployment takes no more requests at the moment. Wait a minute, and try again.";
    case 503:
      return `The deployment has a problem of its own. Wait a minute and try again; if it stays, run ${callOf("doctor")}`;
    default:
      return status >= 300 && status < 400
        ? "Redirects are not followed. Correct the origin of the profile to the final address."
        : "Check the origin of the profile and the log of the function operations-api, then try again.";
  }
}

/** What a sender of an event can do. Undefined if it is the same as for an operator. */
function adviceForSender(status: number): string | undefined {
  switch (status) {
    case 401:
      return `The receiver does not accept the signature. Correct the scheme and the key of the caller in the profile, or its entry in the deployment: ${callOf("callers check")}`;
    case 403:
      return `The caller lacks the scope of this event. Send it as another caller (--caller of events send, or the caller of the profile), or add the scope: ${callOf("secrets callers --help")}`;
    case 413:
      return "Send less data: an avatar can be named by its URL.";
    case 415:
      return "Look whether the file has what you meant to send.";
    case 422:
      return "Send the event with another --id, or leave --id out.";
    default:
      return undefined;
  }
}
