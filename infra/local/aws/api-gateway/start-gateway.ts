import * as z from "zod";
import {
  jsonAnswer,
  startHttpServer,
  type HttpAnswer,
  type HttpServer,
  type HttpRequest,
} from "../../../pages/http-server.ts";
import { gatewayTimeoutSeconds } from "../../../aws/deployment/function-names.ts";
import type { InvocationOutcome } from "../lambda/sandbox-messages.ts";
import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import { localAccountId } from "../arn.ts";

/** The limits of the stage and of its routes. A request above a throttle gets 429, and one that takes too long 503. */
export type GatewayLimits = {
  /** For how long a function may take to answer. It goes on after that. @default 29_000 */
  timeoutMs?: number;
  /** The throttle of all routes together that have none of their own. @default none */
  throttle?: Throttle;
  /** The throttle of each route of a function, by the name of the function. */
  routeThrottles?: Record<string, Throttle>;
};

export type GatewayOptions = GatewayLimits & {
  /** 0 takes any free port. @default 0 */
  port?: number;
  /** The first matching route handles a request. */
  routes: readonly {
    /** Matches every method. `{name}` matches one segment, and `{name+}` matches one or more. */
    path: string;
    function: string;
  }[];
  invoke: (functionName: string, event: unknown) => Promise<InvocationOutcome>;
  nowMs?: () => number;
};

const maxBodyBytes = 10 * 1024 * 1024;

/** Headers of the connection and the message framing, which the HTTP server sets itself. */
const framingHeaders = new Set([
  "connection",
  "content-length",
  "transfer-encoding",
]);

const functionResponseSchema = z.object({
  statusCode: z.number().int().min(200).max(599),
  headers: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

/**
 * Starts an HTTP API of API Gateway on loopback. Functions receive requests in payload format 2.0, and the value that
 * a function returns becomes the HTTP response. infra/local/README.md says how it differs from AWS.
 */
export async function startGateway({
  port = 0,
  routes,
  invoke,
  nowMs = Date.now,
  timeoutMs = gatewayTimeoutSeconds * 1_000,
  throttle,
  routeThrottles = {},
}: GatewayOptions): Promise<HttpServer> {
  const stageAllows = throttle ? createThrottle(throttle, nowMs) : () => true;
  const matchers = routes.map((route) => {
    const own = routeThrottles[route.function];
    const pattern = toPattern(route.path);
    const isAllowed = own ? createThrottle(own, nowMs) : stageAllows;
    return { route, pattern, isAllowed };
  });
  return startHttpServer(
    async (request) => {
      for (const { route, pattern, isAllowed } of matchers) {
        const match = pattern.exec(request.path);
        if (!match) continue;
        if (!isAllowed())
          return jsonAnswer(429, { message: "Too Many Requests" });
        const event = createRequestEvent(
          request,
          route.path,
          match.groups ?? {},
          nowMs(),
        );
        const answered = invoke(route.function, event).then(toAnswer);
        return answerWithin(timeoutMs, answered);
      }
      return jsonAnswer(404, { message: "Not Found" });
    },
    {
      port,
      maxBodyBytes,
      tooLarge: jsonAnswer(413, { message: "Request Entity Too Large" }),
    },
  );
}

function toPattern(path: string): RegExp {
  // The first replacement puts a backslash before the plus of `{name+}`, which the second one matches.
  const source = path
    .replace(/[^\w/{}-]/g, "\\$&")
    .replace(/\{(\w+)\\\+\}/g, "(?<$1>.+)")
    .replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  return new RegExp(`^${source}$`);
}

function toAnswer(outcome: InvocationOutcome): HttpAnswer {
  if (outcome.status === "failed") return internalError();
  const { data } = functionResponseSchema.safeParse(
    JSON.parse(outcome.payload),
  );
  if (!data) return internalError();
  const headers = Object.fromEntries(
    Object.entries(data.headers ?? {})
      .map(([name, value]) => [name.toLowerCase(), String(value)] as const)
      .filter(([name]) => !framingHeaders.has(name)),
  );
  const encoding = data.isBase64Encoded ? "base64" : "utf8";
  const body = Buffer.from(data.body ?? "", encoding);
  return { status: data.statusCode, headers, body };
}

async function answerWithin(
  timeoutMs: number,
  answered: Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  const late = Promise.withResolvers<HttpAnswer>();
  const timer = setTimeout(
    () => late.resolve(jsonAnswer(503, { message: "Service Unavailable" })),
    timeoutMs,
  );
  return Promise.race([answered, late.promise]).finally(() =>
    clearTimeout(timer),
  );
}

function internalError(): HttpAnswer {
  return jsonAnswer(500, { message: "Internal Server Error" });
}

/** What the throttle of a stage or of a route allows, as in their settings on AWS. */
type Throttle = {
  requestsPerSecond: number;
  /** Requests that may come at once. */
  burst: number;
};

/**
 * Counts requests as API Gateway does: each takes a token from a bucket of `burst` tokens, which gets `requestsPerSecond`
 * new ones.
 *
 * @returns whether a request that comes now is allowed
 */
function createThrottle(
  { requestsPerSecond, burst }: Throttle,
  nowMs: () => number,
): () => boolean {
  let tokens = burst;
  let filledAtMs = nowMs();
  return () => {
    const atMs = nowMs();
    const elapsedSeconds = Math.max(0, atMs - filledAtMs) / 1000;
    tokens = Math.min(burst, tokens + elapsedSeconds * requestsPerSecond);
    filledAtMs = atMs;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

/** Content types whose bodies API Gateway passes as text. All other bodies are encoded in base64. */
const textTypes =
  /^(text\/.*|application\/(json|xml|javascript|[\w.-]+\+(json|xml)))(;|$)/i;

/**
 * Converts a request to an API Gateway event in payload format 2.0. A cookie is a header like any other: nothing of ours
 * reads one.
 *
 * @param routePath - the path of the matching route, such as `/onboarding/{caller}`
 * @param parameters - path parameters by name, still percent-encoded
 */
function createRequestEvent(
  request: HttpRequest,
  routePath: string,
  parameters: Record<string, string>,
  nowMs: number,
) {
  const { method, rawQueryString, body } = request;
  const headers = joinValues(request.headers);
  const query = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(rawQueryString)) {
    query.set(name, [...(query.get(name) ?? []), value]);
  }
  const isText = textTypes.test(headers["content-type"] ?? "") && isUtf8(body);
  return {
    version: "2.0",
    routeKey: `ANY ${routePath}`,
    rawPath: safeDecode(request.path),
    rawQueryString,
    headers: { ...headers, "x-forwarded-proto": "http" },
    ...(query.size > 0 && { queryStringParameters: joinValues(query) }),
    ...(Object.keys(parameters).length > 0 && {
      pathParameters: Object.fromEntries(
        Object.entries(parameters).map(([name, value]) => [
          name,
          safeDecode(value),
        ]),
      ),
    }),
    requestContext: {
      accountId: localAccountId,
      apiId: "local",
      domainName: headers["host"] ?? "localhost",
      domainPrefix: "local",
      http: {
        method,
        path: safeDecode(request.path),
        protocol: request.protocol,
        sourceIp: request.sourceIp,
        userAgent: headers["user-agent"] ?? "",
      },
      requestId: randomUUID(),
      routeKey: `ANY ${routePath}`,
      stage: "$default",
      timeEpoch: nowMs,
    },
    ...(body.length > 0 && { body: body.toString(isText ? "utf8" : "base64") }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

function joinValues(
  values: ReadonlyMap<string, readonly string[]>,
): Record<string, string> {
  return Object.fromEntries(
    [...values].map(([name, list]) => [name, list.join(",")]),
  );
}

/** Returns a text with an invalid percent-encoding unchanged. */
function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
