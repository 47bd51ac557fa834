import { isUtf8 } from "node:buffer";
import type { HttpEvent } from "../../../shared/runtime/http-handler.ts";

/** A request as an attacker can write it: a header may be repeated, and a path may be any text. */
export type WireRequest = {
  method: string;
  path: string;
  query: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array;
};

/** The event of API Gateway: names in lower case, values of one name joined by commas, and bytes as Base64. */
export function toGatewayEvent(request: WireRequest): HttpEvent {
  const { method, path, query, headers, body } = request;
  const isBase64Encoded = !isUtf8(body);
  const joined = new Map<string, string>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const before = joined.get(key);
    joined.set(key, before === undefined ? value : `${before},${value}`);
  }
  return {
    rawPath: path,
    rawQueryString: query,
    headers: Object.fromEntries(joined),
    requestContext: {
      domainName: "hooks.example.com",
      http: { method, sourceIp: "192.0.2.1" },
    },
    ...(body.length > 0 && {
      body: Buffer.from(body).toString(isBase64Encoded ? "base64" : "utf8"),
    }),
    isBase64Encoded,
  };
}
