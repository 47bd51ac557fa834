import type { Authorizer } from "./authorizer.ts";
import {
  ApiError,
  ForeignOriginError,
  UnknownOutcomeError,
  UnreachableError,
} from "./errors.ts";
import {
  type Http,
  HttpFailure,
  type HttpResponse,
  timerDurationMs,
} from "./http.ts";
import { requireNumber, requireInteger } from "./require-parameter.ts";
import { backoffMs, parseRetryAfterMs } from "./retry-timing.ts";

/** One request to the platform, before credentials. */
export type Call = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: URL;
  /**
   * The path in errors: its template (`/people/{personID}`), also for later pages, or `/{object}/<resource>` when the
   * URL came from a ref. It has no id and no query.
   */
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /**
   * Whether the call may be sent twice with the effect of one. A call that is not idempotent is repeated only when the
   * request provably had no effect (no connection, 401, 429). Without an answer, or after a 5xx other than 501, it
   * throws {@link UnknownOutcomeError}.
   */
  idempotent: boolean;
  /**
   * Called after each attempt that was sent and got no answer of the platform: no complete response, or a gateway that
   * gave up (502, 504). The platform may still execute it, also after a later attempt of the call has succeeded.
   */
  onUnanswered?: (() => void) | undefined;
};

export type TransportOptions = {
  /** The only origin that requests may go to: https, or http on loopback. */
  origin: string;
  authorizer: Authorizer;
  http: Http;
  nowMs: () => number;
  sleepMs: (durationMs: number) => Promise<void>;
  /** A uniform random number from 0 (inclusive) to 1 (exclusive), for the jitter. */
  random: () => number;
  /** The limit for one attempt. @default 10,000 */
  attemptTimeoutMs?: number;
  /** The limit for a call with its attempts and pauses. A pause that exceeds it ends the call. @default 25,000 */
  totalTimeoutMs?: number;
  /** @default 4 */
  maxAttempts?: number;
  /** A longer pause ends the call, for callers with a cheaper way to wait. @default no limit */
  maxPauseMs?: number;
  /**
   * Without an answer for this time, or for three times the longest one of the last answers, the next attempt of a read
   * or of an idempotent write begins beside the first one, and the first answer counts: a hedged request. A platform
   * that is slow as a whole gets no more requests.
   *
   * @default never
   */
  hedgeAfterMs?: number | undefined;
  /**
   * Called when a call is sent again, or beside its first attempt, so that it is counted in the rate. The attempt does
   * not wait for it, and its failure is ignored.
   */
  onRepeat?: (() => Promise<unknown>) | undefined;
};

/**
 * Sends a call and resolves to its 2xx response.
 *
 * @throws ApiError for a final status, or for the last status when attempts or time ran out
 * @throws UnreachableError when the last attempt got no response, and the call is safe to repeat
 * @throws UnknownOutcomeError when a call that is not idempotent may have taken effect
 * @throws ForeignOriginError when the URL is not on the configured origin; nothing is sent
 */
export type Transport = (call: Call) => Promise<HttpResponse>;

/**
 * Creates a transport that retries with full jitter, obeys Retry-After, and repeats only calls that are safe to repeat.
 *
 * @throws TypeError when the origin is neither https nor http on loopback, because every call has credentials
 *   (docs/interface.md, §5), or a limit is out of range
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
  hedgeAfterMs,
  onRepeat,
}: TransportOptions): Transport {
  const allowedOrigin = requireSecureOrigin(origin);
  requireInteger("attemptTimeoutMs", attemptTimeoutMs, 1);
  requireNumber("totalTimeoutMs", totalTimeoutMs, 1);
  requireInteger("maxAttempts", maxAttempts, 1);
  requireNumber("maxPauseMs", maxPauseMs, 0);
  /** The longest time of the last answers. An earlier answer counts less. */
  let usualMs = 0;

  return async function send(call) {
    if (!isSameOrigin(allowedOrigin, call.url))
      throw new ForeignOriginError(call);
    const deadlineMs = nowMs() + totalTimeoutMs;
    let renewed = false;

    for (let attempt = 1; ; attempt++) {
      const authorization = await authorizer.authorization();
      if (nowMs() >= deadlineMs)
        throw new UnreachableError(
          call,
          new Error(
            "the time limit of the call was reached before it was sent",
          ),
        );
      const sent = sendOnce(call, authorization, attempt, deadlineMs);
      const isHedged =
        attempt < maxAttempts &&
        mayHedge(call) &&
        (await takesLonger(sent, Math.max(hedgeAfterMs ?? 0, 3 * usualMs)));
      if (isHedged) {
        attempt += 1;
        // Of the two, the one whose answer is not awaited may still take effect.
        call.onUnanswered?.();
      }
      const outcome = isHedged
        ? await firstAnswer(
            sent,
            sendOnce(call, authorization, attempt, deadlineMs),
          )
        : await sent;
      if (isUnanswered(outcome)) call.onUnanswered?.();
      if ("status" in outcome) {
        if (outcome.status >= 200 && outcome.status < 300) return outcome;
        if (outcome.status === 401 && !renewed && authorizer.rejected) {
          renewed = true;
          if (await authorizer.rejected(authorization)) continue;
        }
      }
      const { error, isRetryable } = classifyFailure(call, outcome, nowMs());
      const pauseMs = Math.max(
        backoffMs(attempt, random),
        error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0,
      );
      const longestPauseMs = Math.min(maxPauseMs, deadlineMs - nowMs());
      if (!isRetryable || attempt >= maxAttempts || pauseMs >= longestPauseMs)
        throw error;
      await sleepMs(pauseMs);
    }
  };

  async function sendOnce(
    call: Call,
    authorization: string,
    attempt: number,
    deadlineMs: number,
  ): Promise<HttpResponse | HttpFailure> {
    const startedMs = nowMs();
    const counted =
      attempt > 1 ? onRepeat?.().catch(() => undefined) : undefined;
    const outcome = await http({
      method: call.method,
      url: call.url,
      headers: { accept: "application/json", ...call.headers, authorization },
      body: call.body,
      timeoutMs: Math.min(attemptTimeoutMs, deadlineMs - startedMs),
      isRepeatable: call.idempotent,
    }).catch((failure: unknown) => {
      if (failure instanceof HttpFailure) return failure;
      throw failure;
    });
    if ("status" in outcome)
      usualMs = Math.max(nowMs() - startedMs, usualMs * 0.9);
    await counted;
    return outcome;
  }

  /** The second one of two deletions would find nothing. */
  function mayHedge({ idempotent, method }: Call): boolean {
    return hedgeAfterMs !== undefined && idempotent && method !== "DELETE";
  }
}

async function takesLonger(
  sent: Promise<unknown>,
  durationMs: number,
): Promise<boolean> {
  const late = Promise.withResolvers<true>();
  const timer = setTimeout(late.resolve, timerDurationMs(durationMs), true);
  try {
    return await Promise.race([late.promise, sent.then(() => false)]);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves to the first response, or to the failure of the second request if none of the two has one. */
function firstAnswer(
  first: Promise<HttpResponse | HttpFailure>,
  second: Promise<HttpResponse | HttpFailure>,
): Promise<HttpResponse | HttpFailure> {
  const responses = [first, second].map(async (one) => {
    const outcome = await one;
    if (outcome instanceof HttpFailure) throw outcome;
    return outcome;
  });
  return Promise.any(responses).catch(() => second);
}

/** A gateway that gave up says nothing about the platform, which may still process the request. */
function isUnanswered(outcome: HttpResponse | HttpFailure): boolean {
  return outcome instanceof HttpFailure
    ? outcome.sent
    : [502, 504].includes(outcome.status);
}

/** Maps an unsuccessful attempt to its error, and decides whether the same call may be sent again. */
function classifyFailure(
  call: Call,
  outcome: HttpResponse | HttpFailure,
  nowMs: number,
): { error: Error; isRetryable: boolean } {
  if (outcome instanceof HttpFailure) {
    if (!outcome.sent || call.idempotent)
      return { error: new UnreachableError(call, outcome), isRetryable: true };
    return {
      error: new UnknownOutcomeError(call, outcome),
      isRetryable: false,
    };
  }
  const error = new ApiError(
    call,
    outcome.status,
    parseRetryAfterMs(outcome.headers["retry-after"], nowMs),
  );
  if (outcome.status === 429) return { error, isRetryable: true };
  // A 501 means that the platform does not support the call. Any other 5xx may come after the write took effect.
  if (outcome.status < 500 || outcome.status === 501)
    return { error, isRetryable: false };
  if (call.idempotent) return { error, isRetryable: true };
  return { error: new UnknownOutcomeError(call, error), isRetryable: false };
}

/**
 * Whether a URL is on an http or https origin. `url.origin` is not used: for `blob:https://x/1` it is the origin of the
 * inner URL.
 */
export function isSameOrigin(origin: string, { protocol, host }: URL): boolean {
  return `${protocol}//${host}` === origin;
}

function requireSecureOrigin(origin: string): string {
  const url = new URL(origin);
  const loopback = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol === "https:" || (url.protocol === "http:" && loopback))
    return url.origin;
  throw new TypeError(
    `${url.origin} must be https, because every call has credentials; only loopback may be http`,
  );
}
