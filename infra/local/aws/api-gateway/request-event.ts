import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import type { HttpRequest } from "../../../pages/http-server.ts";
import { localAccountId } from "../arn.ts";

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
export function createRequestEvent(
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
      time: toLogTime(nowMs),
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

/** The common log format: `12/Mar/2026:19:03:58 +0000`. */
function toLogTime(nowMs: number): string {
  const [, day = "", month = "", year = "", time = ""] = new Date(nowMs)
    .toUTCString()
    .split(" ");
  return `${day}/${month}/${year}:${time} +0000`;
}

/** Returns a text with an invalid percent-encoding unchanged. */
function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
