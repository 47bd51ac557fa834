import type { Http, HttpResponse } from "../../shared/community/http.ts";
import type { RateLimiter } from "../../shared/store/rate-limiter.ts";

/** The time that the checks may take is over, so no further request is sent. */
export class OutOfTime extends Error {
  override readonly name = "OutOfTime";
}

/** One answer of the platform, without its content. */
export type ObservedAnswer = {
  beganAtMs: number;
  tookMs: number;
  status: number;
  /** The time that the platform's `Date` shows, in whole seconds. */
  dateMs?: number;
  limit?: ShownLimit;
};

/**
 * Creates the `Http` of all clients of a run. It waits for the rate limit that the workflows share, sends no request
 * after the end of the run, and notes the time, the status and the limit of each answer.
 *
 * @throws OutOfTime
 */
export function createObservedHttp({
  http,
  rateLimiter,
  callsPerSecond,
  nowMs,
  sleepMs,
  untilMs,
}: {
  http: Http;
  rateLimiter: RateLimiter;
  /** The calls a second that all workflows may make together. 0: no limit. */
  callsPerSecond: number;
  nowMs: () => number;
  sleepMs: (durationMs: number) => Promise<void>;
  /** When the last request must have ended. The time may change during the run. */
  untilMs: () => number;
}): { http: Http; answers: ObservedAnswer[] } {
  const answers: ObservedAnswer[] = [];

  async function waitForTurn(): Promise<void> {
    if (callsPerSecond === 0) return;
    // If our own store fails, the doctor goes on without a reservation, as the workflows do.
    const reservation = await rateLimiter
      .reserve(1, callsPerSecond, "other")
      .catch(() => ({ beginAtMs: nowMs() }));
    for (;;) {
      // Calls of other classes may go first, even if they are reserved later. So the begin can move.
      const beginAtMs = await rateLimiter
        .beginAtMsOf(reservation)
        .catch(() => reservation.beginAtMs);
      const waitMs = beginAtMs - nowMs();
      if (waitMs <= 0) return;
      if (beginAtMs >= untilMs()) throw new OutOfTime();
      await sleepMs(waitMs);
    }
  }

  return {
    answers,
    http: async (request) => {
      await waitForTurn();
      const beganAtMs = nowMs();
      const leftMs = untilMs() - beganAtMs;
      if (leftMs <= 0) throw new OutOfTime();
      const timeoutMs = Math.min(request.timeoutMs, leftMs);
      const response = await http({ ...request, timeoutMs });
      answers.push(toAnswer(response, beganAtMs, nowMs() - beganAtMs));
      return response;
    },
  };
}

function toAnswer(
  { status, headers }: HttpResponse,
  beganAtMs: number,
  tookMs: number,
): ObservedAnswer {
  const dateMs = Date.parse(headers["date"] ?? "");
  const limit = parseRateLimit(headers);
  return {
    beganAtMs,
    tookMs,
    status,
    ...(!Number.isNaN(dateMs) && { dateMs }),
    ...(limit && { limit }),
  };
}

/** A limit that an answer shows. `windowSeconds` is absent if the header does not tell it. */
export type ShownLimit = { calls: number; windowSeconds?: number };

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Reads the limit of requests from the headers of an answer: `RateLimit-Policy: "default";q=100;w=60` of
 * draft-ietf-httpapi-ratelimit-headers, `RateLimit-Limit: 100, 100;w=60` of its earlier versions, or
 * `X-RateLimit-Limit: 100`. Of several limits, the one with the fewest calls a second counts.
 */
export function parseRateLimit(headers: Headers): ShownLimit | undefined {
  const policies = itemsOf(headers["ratelimit-policy"]).flatMap((item) =>
    limitOf(parameterOf(item, "q"), item),
  );
  if (policies.length > 0) return strictest(policies);
  const quotas = itemsOf(headers["ratelimit-limit"]).flatMap((item) =>
    limitOf(numberOf(item), item),
  );
  // An item without a window repeats the limit of one that has it.
  const timed = quotas.filter(({ windowSeconds }) => windowSeconds);
  if (quotas.length > 0) return strictest(timed.length > 0 ? timed : quotas);
  const [quota] = itemsOf(headers["x-ratelimit-limit"]);
  return quota === undefined ? undefined : limitOf(numberOf(quota), quota)[0];
}

/** How many calls a second a limit allows, if it tells its window. */
export function callsPerSecondOf({
  calls,
  windowSeconds,
}: ShownLimit): number | undefined {
  return windowSeconds === undefined ? undefined : calls / windowSeconds;
}

function itemsOf(header: string | undefined): string[] {
  return header?.split(",").map((item) => item.trim()) ?? [];
}

function limitOf(calls: number | undefined, item: string): ShownLimit[] {
  if (calls === undefined) return [];
  const windowSeconds = parameterOf(item, "w");
  return [{ calls, ...(windowSeconds && { windowSeconds }) }];
}

function parameterOf(item: string, name: string): number | undefined {
  const pattern = new RegExp(`;\\s*${name}=(\\d{1,9})(?![\\d.])`);
  return numberOf(pattern.exec(item)?.[1] ?? "");
}

function numberOf(text: string): number | undefined {
  const digits = /^\d{1,9}(?![\d.])/.exec(text)?.[0];
  return digits === undefined ? undefined : Number(digits);
}

function strictest(limits: ShownLimit[]): ShownLimit | undefined {
  const rateOf = (limit: ShownLimit) => callsPerSecondOf(limit) ?? limit.calls;
  return limits.toSorted((one, other) => rateOf(one) - rateOf(other))[0];
}
