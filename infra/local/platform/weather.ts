import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono, type Context, type MiddlewareHandler } from "hono";
import * as z from "zod";
import { readJson } from "./body.ts";
import type { PlatformEnv } from "./context.ts";
import { errorAnswer } from "./errors.ts";
import { routeTemplateOf } from "./route-template.ts";

/** Which requests a rule meets; without a method or a path, all of them. */
const target = {
  method: z.enum(["GET", "POST", "PUT", "DELETE"]).optional(),
  /** A template below /api/core/v3 such as "/people/{personID}/images", or "/login". */
  path: z.string().startsWith("/").optional(),
  /** Requests that are let pass first. @default 0 */
  skip: z.int().min(0).optional(),
  /** Requests that are hit after those. @default all */
  times: z.int().min(1).optional(),
};

const weatherRuleSchema = z.discriminatedUnion("kind", [
  /** The request waits before anything else happens to it. */
  z.strictObject({
    ...target,
    kind: z.literal("latency"),
    ms: z.int().min(0).max(600_000),
  }),
  /** Nothing happens but this answer; `retryAfter` is a number of seconds or an HTTP date. */
  z.strictObject({
    ...target,
    kind: z.literal("status"),
    status: z.int().min(400).max(599),
    retryAfter: z
      .union([z.int().min(0), z.string().regex(/^[\w ,:+-]+$/)])
      .optional(),
  }),
  /** The socket is reset and nothing has happened. */
  z.strictObject({ ...target, kind: z.literal("reset-before") }),
  /** The request takes effect, then the socket is reset instead of an answer. */
  z.strictObject({ ...target, kind: z.literal("reset-after") }),
]);

export type WeatherRule = z.infer<typeof weatherRuleSchema>;

export type Weather = ReturnType<typeof createWeather>;

/**
 * The rules in force. They apply in the order they were added: waiting goes on to the next rule, everything else ends
 * the request, and rules it did not come to have not seen it.
 */
export function createWeather() {
  let rules: { rule: WeatherRule; seen: number }[] = [];
  return {
    add: (rule: WeatherRule) => void rules.push({ rule, seen: 0 }),
    clear: () => {
      rules = [];
    },
    *hitting(method: string, path: string): Generator<WeatherRule> {
      for (const entry of rules) {
        if (!meets(entry.rule, method, path)) continue;
        const { skip = 0, times = Infinity } = entry.rule;
        entry.seen += 1;
        if (entry.seen > skip && entry.seen <= skip + times) yield entry.rule;
      }
    },
  };
}

/** Lets the weather happen to a request. */
export function applyWeather(
  weather: Weather,
  sleepMs: (ms: number) => Promise<unknown>,
): MiddlewareHandler<PlatformEnv> {
  return async (c, next) => {
    for (const rule of weather.hitting(c.req.method, routeTemplateOf(c))) {
      switch (rule.kind) {
        case "latency":
          await sleepMs(rule.ms);
          break;
        case "status":
          return errorAnswer(
            rule.status,
            "Bad weather.",
            rule.retryAfter === undefined
              ? {}
              : { "retry-after": String(rule.retryAfter) },
          );
        case "reset-before":
          return resetSocket(c);
        case "reset-after":
          await next();
          c.res = resetSocket(c);
          return;
      }
    }
    return next();
  };
}

/** The same over HTTP: `POST /_weather` adds the rule of the JSON body, `DELETE /_weather` clears all. */
export function createWeatherControl(weather: Weather): Hono {
  const routes = new Hono();
  routes.post("/_weather", async (c) => {
    weather.add(await readJson(c, weatherRuleSchema));
    return c.body(null, 204);
  });
  routes.delete("/_weather", (c) => {
    weather.clear();
    return c.body(null, 204);
  });
  return routes;
}

function meets(rule: WeatherRule, method: string, path: string): boolean {
  if (rule.method !== undefined && rule.method !== method) return false;
  return (
    rule.path === undefined || withoutNames(rule.path) === withoutNames(path)
  );
}

/** Templates are the same however their parameters are called. */
function withoutNames(template: string): string {
  return template.replaceAll(/\{[^}]*\}/g, "{}");
}

function resetSocket(c: Context<PlatformEnv>): Response {
  c.env.incoming.socket.resetAndDestroy();
  return RESPONSE_ALREADY_SENT;
}
