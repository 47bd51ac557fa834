import type { MiddlewareHandler } from "hono";
import { errorAnswer } from "./errors.ts";
import type { PlatformOptions } from "../state/options.ts";

/** Allows `rateLimit` requests in each second of the clock, and answers 429 to the others. */
export function limitRate({
  rateLimit,
  nowMs,
}: PlatformOptions): MiddlewareHandler {
  let second = -1;
  let requests = 0;
  return async (_c, next) => {
    const currentSecond = Math.floor(nowMs() / 1000);
    if (currentSecond !== second) {
      second = currentSecond;
      requests = 0;
    }
    requests += 1;
    if (rateLimit === undefined || requests <= rateLimit) return next();
    return errorAnswer(429, "Too many requests in this second.", {
      "retry-after": "1",
    });
  };
}
