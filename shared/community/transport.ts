import type { Authorizer } from "./authorizer.ts";
import {
  ApiError,
  ForeignOriginError,
  UnknownOutcomeError,
  UnreachableError,
} from "./errors.ts";
import { type Http, HttpFailure, type HttpResponse } from "./http.ts";
import { isOn } from "./is-on.ts";
import { requireNumber, requireWhole } from "./require.ts";
import { jitteredMs, retryAfterMs } from "./retry-timing.ts";

/** One request to the platform, before credentials. */
export type Call = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: URL;
  /** What errors and hooks call it. @see Attempt */
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /**
   * Whether doing it twice is as good as once. Where it is not, only a request that provably had no effect (no
   * connection, 401, 429) is repeated, and every other failure is an {@link UnknownOutcomeError}.
   */
  idempotent: boolean;
};

/** What a metrics hook learns of each attempt. Nothing in it names a person or an object. */
export type Attempt = {
  method: string;
  /**
   * As few different ones as there are operations: the path's template (`/people/{personID}`), of later pages too, or
   * `/{object}/<resource>` where only a ref told the way. Never an id, never a query.
   */
  path: string;
  /** From 1. */
  attempt: number;
  /** Absent when there was no answer. */
  status?: number;
  durationMs: number;
};

export type TransportOptions = {
  /** Where requests may go, and nowhere else. https, or http on loopback. */
  origin: string;
  authorizer: Authorizer;
  http: Http;
  nowMs: () => number;
  sleepMs: (durationMs: number) => Promise<void>;
  /** Uniform in [0, 1), for the jitter. */
  random: () => number;
  /** For one attempt. @default 10,000 */
  attemptTimeoutMs?: number;
  /** For a call with all its attempts and pauses; a pause that would not fit ends the call. @default 25,000 */
  totalTimeoutMs?: number;
  /** @default 4 */
  maxAttempts?: number;
  /** A longer pause ends the call: the caller has a cheaper way to wait. @default no limit */
  maxPauseMs?: number;
  /** For metrics: called after each attempt. What it throws ends the call. */
  onAttempt?: ((attempt: Attempt) => void) | undefined;
};

/**
 * Sends a call and resolves to its 2xx response.
 *
 * @throws ApiError for a status that is final, or that stayed when attempts or time ran out
 * @throws UnreachableError when none was answered, and either none had an effect or another does no harm
 * @throws UnknownOutcomeError when a call that may not be repeated could have taken effect
 * @throws ForeignOriginError before anything is sent, when the URL is not on the configured origin
 */
export type Transport = (call: Call) => Promise<HttpResponse>;

/**
 * Retries with full jitter, obeys Retry-After, and repeats only what is safe to repeat.
 *
 * @throws TypeError when the origin is neither https nor http on loopback (the API document, §5: credentials travel), or
 *   a limit is no sensible number
 */
export function createTransport({
  origin,
  authorizer,
  http,
  nowMs,
  sleepMs,
  random,
  attemptTimeoutMs = 10_000,
  totalTimeoutMs = 25_000,
  maxAttempts = 4,
  maxPauseMs = Number.POSITIVE_INFINITY,
  onAttempt,
}: TransportOptions): Transport {
  const allowedOrigin = requireSecureOrigin(origin);
  requireWhole("attemptTimeoutMs", attemptTimeoutMs, 1);
  requireNumber("totalTimeoutMs", totalTimeoutMs, 1);
  requireWhole("maxAttempts", maxAttempts, 1);
  requireNumber("maxPauseMs", maxPauseMs, 0);

  return async function send(call) {
    if (!isOn(allowedOrigin, call.url)) throw new ForeignOriginError(call);
    const deadlineMs = nowMs() + totalTimeoutMs;
    let renewed = false;

    for (let attempt = 1; ; attempt++) {
      const authorization = await authorizer.authorization();
      if (nowMs() >= deadlineMs)
        throw new UnreachableError(
          call,
          new Error("the time for the call was over before it could be sent"),
        );
      const outcome = await exchange(call, authorization, attempt, deadlineMs);
      if ("status" in outcome) {
        if (outcome.status >= 200 && outcome.status < 300) return outcome;
        if (outcome.status === 401 && !renewed && authorizer.rejected) {
          renewed = true;
          if (await authorizer.rejected(authorization)) continue;
        }
      }
      const { error, again } = judge(call, outcome, nowMs());
      const pauseMs = Math.max(
        jitteredMs(attempt, random),
        error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0,
      );
      const patienceMs = Math.min(maxPauseMs, deadlineMs - nowMs());
      if (!again || attempt >= maxAttempts || pauseMs >= patienceMs)
        throw error;
      await sleepMs(pauseMs);
    }
  };

  async function exchange(
    call: Call,
    authorization: string,
    attempt: number,
    deadlineMs: number,
  ): Promise<HttpResponse | HttpFailure> {
    const startedMs = nowMs();
    const { method, path } = call;
    const outcome = await http({
      method,
      url: call.url,
      headers: { accept: "application/json", ...call.headers, authorization },
      body: call.body,
      timeoutMs: Math.min(attemptTimeoutMs, deadlineMs - startedMs),
    }).catch((failure: unknown) => {
      if (failure instanceof HttpFailure) return failure;
      throw failure;
    });
    onAttempt?.({
      method,
      path,
      attempt,
      ...("status" in outcome ? { status: outcome.status } : {}),
      durationMs: nowMs() - startedMs,
    });
    return outcome;
  }
}

/** What an unsuccessful exchange means, and whether the same call may be sent again. */
function judge(
  call: Call,
  outcome: HttpResponse | HttpFailure,
  nowMs: number,
): { error: Error; again: boolean } {
  if (outcome instanceof HttpFailure) {
    if (!outcome.sent || call.idempotent)
      return { error: new UnreachableError(call, outcome), again: true };
    return { error: new UnknownOutcomeError(call, outcome), again: false };
  }
  const refused = new ApiError(
    call,
    outcome.status,
    retryAfterMs(outcome.headers["retry-after"], nowMs),
  );
  if (outcome.status === 429) return { error: refused, again: true };
  // A 501 says that the platform cannot do it at all; any other 5xx may come after the write.
  if (outcome.status < 500 || outcome.status === 501)
    return { error: refused, again: false };
  if (call.idempotent) return { error: refused, again: true };
  return { error: new UnknownOutcomeError(call, refused), again: false };
}

function requireSecureOrigin(origin: string): string {
  const url = new URL(origin);
  const loopback = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol === "https:" || (url.protocol === "http:" && loopback))
    return url.origin;
  throw new TypeError(
    `${url.origin} must be https, because credentials travel with every call; only loopback may be http`,
  );
}
