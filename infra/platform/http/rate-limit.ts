import type { MiddlewareHandler } from "hono";
import type { PlatformEnv } from "./context.ts";
import { errorAnswer } from "./errors.ts";
import type { PlatformOptions } from "../state/options.ts";

/** Allows `rateLimit` requests in each second of the clock, and answers 429 to the others. */
export function limitRate({
  rateLimit,
  rateLimitHeaders,
  nowMs,
}: PlatformOptions): MiddlewareHandler<PlatformEnv> {
  let second = -1;
  let requests = 0;
  return async (c, next) => {
    const currentSecond = Math.floor(nowMs() / 1000);
    if (currentSecond !== second) {
      second = currentSecond;
      requests = 0;
    }
    requests += 1;
    if (rateLimit !== undefined && rateLimitHeaders) {
      const { outgoing } = c.env;
      const left = Math.max(0, rateLimit - requests);
      outgoing.setHeader("ratelimit-policy", `"second";q=${rateLimit};w=1`);
      outgoing.setHeader("ratelimit", `"second";r=${left};t=1`);
    }
    if (rateLimit === undefined || requests <= rateLimit) return next();
    return errorAnswer(429, "Too many requests in this second.", {
      "retry-after": "1",
    });
  };
}
