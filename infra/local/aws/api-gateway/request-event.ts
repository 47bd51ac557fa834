import { isUtf8 } from "node:buffer";
import type { HttpEvent } from "../../../../shared/runtime/http-handler.ts";
import type { HttpRequest } from "../../../pages/http-server.ts";

/** Content types whose bodies API Gateway passes as text. All other bodies are encoded in base64. */
const textTypes =
  /^(text\/.*|application\/(json|xml|javascript|[\w.-]+\+(json|xml)))(;|$)/i;

/** Converts a request to an API Gateway event in payload format 2.0, with the fields that our functions read. */
export function createRequestEvent(request: HttpRequest): HttpEvent {
  const { method, path, rawQueryString, body, sourceIp } = request;
  const headers = Object.fromEntries(
    [...request.headers].map(([name, values]) => [name, values.join(",")]),
  );
  const isText = textTypes.test(headers["content-type"] ?? "") && isUtf8(body);
  return {
    rawPath: safeDecode(path),
    rawQueryString,
    headers: { ...headers, "x-forwarded-proto": "http" },
    requestContext: {
      domainName: headers["host"] ?? "localhost",
      http: { method, sourceIp },
    },
    ...(body.length > 0 && { body: body.toString(isText ? "utf8" : "base64") }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

/** Returns a text with an invalid percent-encoding unchanged. */
function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
