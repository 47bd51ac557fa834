import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
} from "aws-lambda";
import type { Env, Hono } from "hono";

/** What we read of a request of API Gateway. */
export type HttpEvent = Pick<
  APIGatewayProxyEventV2,
  "headers" | "rawPath" | "rawQueryString" | "body" | "isBase64Encoded"
> & { requestContext: { domainName: string; http: { method: string } } };

/** A request for nothing that nobody sent, with which a sandbox can exercise itself. */
export const warmUpRequest: HttpEvent = {
  headers: {},
  rawPath: "/",
  rawQueryString: "",
  body: "{}",
  isBase64Encoded: false,
  requestContext: { domainName: "localhost", http: { method: "POST" } },
};

/**
 * A Hono app as a handler of API Gateway's HTTP API (payload format 2.0). Hono's own adapter is deprecated and its
 * successor not published; ours need not know the other six kinds of event.
 */
export function createHttpHandler<E extends Env>(app: Hono<E>) {
  return async function handler(
    event: HttpEvent,
  ): Promise<APIGatewayProxyStructuredResultV2> {
    const request = toRequest(event);
    if (!request) return { statusCode: 400 };
    const response = await app.fetch(request);
    return {
      statusCode: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  };
}

/** Undefined for what HTTP lets through and the Fetch standard does not, such as the method TRACE. */
function toRequest(event: HttpEvent): Request | undefined {
  try {
    return buildRequest(event);
  } catch {
    return undefined;
  }
}

function buildRequest(event: HttpEvent): Request {
  const { headers, requestContext, rawPath, rawQueryString } = event;
  const { method } = requestContext.http;
  // Joined as text: resolving a path like //host against a base would change the host.
  const url = `https://${requestContext.domainName}${rawPath}?${rawQueryString}`;
  // The bytes as they were sent, for signatures are over bytes.
  const body =
    event.body === undefined || method === "GET" || method === "HEAD"
      ? null
      : Buffer.from(event.body, event.isBase64Encoded ? "base64" : "utf8");
  return new Request(url, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
    body,
  });
}
