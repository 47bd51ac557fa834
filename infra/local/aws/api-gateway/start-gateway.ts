import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import * as z from "zod";
import { localAccountId } from "../arn.ts";
import {
  jsonAnswer,
  startHttpServer,
  type HttpAnswer,
  type HttpRequest,
  type HttpServer,
} from "../../http-server.ts";
import type { InvocationOutcome } from "../lambda/sandbox-messages.ts";

export type GatewayRoute = {
  /** Matches every method; `{name}` takes one segment and `{name+}` takes all that follow. */
  path: string;
  /** Name of the function that answers. */
  function: string;
};

export type GatewayOptions = {
  /** 0 takes any free port. @default 0 */
  port?: number;
  /** The first route that matches is taken. */
  routes: readonly GatewayRoute[];
  invoke: (functionName: string, event: unknown) => Promise<InvocationOutcome>;
  nowMs?: () => number;
};

const maxBodyBytes = 10 * 1024 * 1024;

/** What API Gateway passes on as text; every other body is passed in base64. */
const textTypes =
  /^(text\/.*|application\/(json|xml|javascript|[\w.-]+\+(json|xml)))(;|$)/i;

/** Headers that describe the connection and the framing, which are the server's own. */
const framingHeaders = new Set([
  "connection",
  "content-length",
  "transfer-encoding",
]);

const structuredAnswerSchema = z.object({
  statusCode: z.number().int().min(200).max(599),
  headers: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .nullish(),
  cookies: z.array(z.string()).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

/**
 * Starts an HTTP API on loopback: requests become API Gateway events in payload format 2.0, what
 * the function returns becomes the answer. `GET /healthz` is answered by the gateway itself.
 */
export async function startGateway({
  port = 0,
  routes,
  invoke,
  nowMs = Date.now,
}: GatewayOptions): Promise<HttpServer> {
  const matchers = routes.map((route) => ({
    route,
    pattern: toPattern(route.path),
  }));
  return startHttpServer({
    port,
    maxBodyBytes,
    tooLarge: jsonAnswer(413, { message: "Request Entity Too Large" }),
    answer: async (request) => {
      if (request.path === "/healthz" && request.method === "GET") {
        return jsonAnswer(200, { status: "ok" });
      }
      for (const { route, pattern } of matchers) {
        const groups = pattern.exec(request.path)?.groups;
        if (!groups) continue;
        const event = toEvent(request, route.path, groups, nowMs());
        return toAnswer(await invoke(route.function, event));
      }
      return jsonAnswer(404, { message: "Not Found" });
    },
  });
}

function toPattern(path: string): RegExp {
  const source = path
    .replace(/[^\w/{}-]/g, "\\$&")
    .replace(/\{(\w+)\\\+\}/g, "(?<$1>.+)")
    .replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  // The empty group makes `groups` present also where the path has no parameter.
  return new RegExp(`^${source}(?<_>)$`);
}

function toEvent(
  request: HttpRequest,
  path: string,
  groups: Record<string, string>,
  nowMs: number,
) {
  const { method, rawQueryString, body } = request;
  const headers = joinValues(request.headers);
  const { cookie: _cookie, ...headersBesideCookie } = headers;
  const cookie = request.headers.get("cookie");
  const query = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(rawQueryString)) {
    query.set(name, [...(query.get(name) ?? []), value]);
  }
  const { _: _empty, ...parameters } = groups;
  const isText = textTypes.test(headers["content-type"] ?? "") && isUtf8(body);
  return {
    version: "2.0",
    routeKey: `ANY ${path}`,
    rawPath: safeDecode(request.path),
    rawQueryString,
    ...(cookie !== undefined && {
      cookies: cookie.flatMap((line) => line.split(/;\s*/)),
    }),
    headers: headersBesideCookie,
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
      routeKey: `ANY ${path}`,
      stage: "$default",
      time: toLogTime(nowMs),
      timeEpoch: nowMs,
    },
    ...(body.length > 0 && { body: body.toString(isText ? "utf8" : "base64") }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

function toAnswer(outcome: InvocationOutcome): HttpAnswer {
  if (outcome.status === "failed") return internalError();
  const result: unknown = JSON.parse(outcome.payload);
  if (!z.object({ statusCode: z.unknown() }).safeParse(result).success) {
    return jsonAnswer(200, result);
  }
  const { data } = structuredAnswerSchema.safeParse(result);
  if (!data) return internalError();
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(data.headers ?? {})) {
    if (!framingHeaders.has(name.toLowerCase())) {
      headers[name.toLowerCase()] = String(value);
    }
  }
  if (data.cookies?.length) headers["set-cookie"] = data.cookies;
  const encoding = data.isBase64Encoded ? "base64" : "utf8";
  const body = Buffer.from(data.body ?? "", encoding);
  return { status: data.statusCode, headers, body };
}

function internalError(): HttpAnswer {
  return jsonAnswer(500, { message: "Internal Server Error" });
}

function joinValues(
  values: ReadonlyMap<string, readonly string[]>,
): Record<string, string> {
  return Object.fromEntries(
    [...values].map(([name, list]) => [name, list.join(",")]),
  );
}

/** The common log format: `12/Mar/2026:19:03:58 +0000`. */
function toLogTime(nowMs: number): string {
  const [, day = "", month = "", year = "", time = ""] = new Date(nowMs)
    .toUTCString()
    .split(" ");
  return `${day}/${month}/${year}:${time} +0000`;
}

/** A path with a stray `%` is passed on as it is. */
function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
