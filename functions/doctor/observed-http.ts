import type { Http, HttpResponse } from "../../shared/community/http.ts";
import type { RateLimiter } from "../../shared/store/rate-limiter.ts";
import { parseRateLimit, type ShownLimit } from "./parse-rate-limit.ts";

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

type Options = {
  http: Http;
  rateLimiter: RateLimiter;
  /** The calls a second that all workflows may make together. 0: no limit. */
  callsPerSecond: number;
  nowMs: () => number;
  sleepMs: (durationMs: number) => Promise<void>;
  /** When the last request must have ended. It may move. */
  untilMs: () => number;
};

/**
 * Sends the requests of all clients of a run: it waits for the rate limit that the workflows share, sends nothing after
 * the end of the run, and notes what answers show beside their content.
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
}: Options): { http: Http; answers: ObservedAnswer[] } {
  const answers: ObservedAnswer[] = [];

  async function waitForTurn(): Promise<void> {
    if (callsPerSecond === 0) return;
    const reservation = await rateLimiter
      .reserve(1, callsPerSecond, "other")
      .catch(ignore);
    while (reservation) {
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

/** When our own store fails, the doctor goes on without a reservation, as the workflows do. */
function ignore(): undefined {
  return undefined;
}
