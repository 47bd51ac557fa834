import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
} from "aws-lambda";
import type { Env, Hono } from "hono";

/**
 * A Hono app as a handler of API Gateway's HTTP API (payload format 2.0). Hono's own adapter is deprecated and its
 * successor not published; ours need not know the other six kinds of event.
 */
export function createHttpHandler<E extends Env>(app: Hono<E>) {
  return async function handler(
    event: APIGatewayProxyEventV2,
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
function toRequest(event: APIGatewayProxyEventV2): Request | undefined {
  try {
    return buildRequest(event);
  } catch {
    return undefined;
  }
}

function buildRequest(event: APIGatewayProxyEventV2): Request {
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
