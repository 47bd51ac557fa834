import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
} from "aws-lambda";
import type { Env, Hono } from "hono";
import * as z from "zod/mini";
import type { RequestEnvironment } from "../webhook/request-environment.ts";

/** The fields that we read of an API Gateway request. */
export type HttpEvent = Pick<
  APIGatewayProxyEventV2,
  "headers" | "rawPath" | "rawQueryString" | "body" | "isBase64Encoded"
> & {
  requestContext: {
    domainName: string;
    http: { method: string; sourceIp?: string };
  };
};

/** A synthetic request without a caller. It loads and compiles the code of the app while a sandbox starts. */
export const warmUpRequest: HttpEvent = {
  headers: {},
  rawPath: "/",
  rawQueryString: "",
  body: "{}",
  isBase64Encoded: false,
  requestContext: { domainName: "localhost", http: { method: "POST" } },
};

/**
 * Turns a Hono app into a handler of API Gateway's HTTP API (payload format 2.0). Hono's own adapter is deprecated and
 * its successor is not published. Ours supports only this one kind of event.
 *
 * @param options - `docsUrl`: the setting, the base of the links in problem documents
 */
export function createHttpHandler<E extends Env>(
  app: Hono<E>,
  { docsUrl }: { docsUrl?: string } = {},
) {
  return async function handler(
    event: HttpEvent,
  ): Promise<APIGatewayProxyStructuredResultV2> {
    const request = toRequest(event);
    if (!request) return { statusCode: 400 };
    // The app reads the body from here and not from the request, because signatures cover its bytes.
    const environment: RequestEnvironment = {
      sourceAddress: event.requestContext.http.sourceIp,
      docsUrl,
      body: bytesOf(event),
    };
    const response = await app.fetch(request, environment);
    return {
      statusCode: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  };
}

/** Only an event of API Gateway has this shape. An event of EventBridge, which is not typed, has no request context. */
const httpSchema = z.object({
  requestContext: z.object({ http: z.object({}) }),
});

/**
 * Creates the handler of a receiver that serves two transports: webhooks over HTTP and events of EventBridge.
 */
export function createReceiverHandler(
  app: Hono,
  receiveEvent: (event: unknown) => Promise<void>,
  options: { docsUrl?: string } = {},
) {
  const handleHttp = createHttpHandler(app, options);
  return function handler(
    event: HttpEvent,
  ): Promise<APIGatewayProxyStructuredResultV2 | void> {
    return httpSchema.safeParse(event).success
      ? handleHttp(event)
      : receiveEvent(event);
  };
}

/** The bytes of the body. A body of GET and HEAD has no meaning. */
function bytesOf({
  body,
  isBase64Encoded,
  requestContext,
}: HttpEvent): Uint8Array<ArrayBuffer> {
  const { method } = requestContext.http;
  return body === undefined || method === "GET" || method === "HEAD"
    ? new Uint8Array()
    : Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
}

/** Undefined for a request that HTTP allows and the Fetch standard forbids, such as one with the method TRACE. */
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
  // API Gateway has decoded the path, so it may contain characters that mean something else in a URL.
  const path = rawPath.replaceAll(
    /[?#\\]|%(?![\da-f]{2})/gi,
    encodeURIComponent,
  );
  // Only the local gateway speaks http.
  const scheme = headers["x-forwarded-proto"] === "http" ? "http" : "https";
  // The URL is joined as text: if a path like //host were resolved against a base, the host would change.
  const url = `${scheme}://${requestContext.domainName}${path}?${rawQueryString}`;
  return new Request(url, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  });
}
