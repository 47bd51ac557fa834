import type { HttpAnswer, HttpRequest } from "../../infra/pages/http-server.ts";

/** Headers of the connection and of the encoding: the forwarded body is whole and plain. */
const ownHeaders = [
  "host",
  "connection",
  "content-length",
  "content-encoding",
  "transfer-encoding",
];

/** Sends a request to another server. Resolves to its answer. */
export async function forward(
  origin: string,
  request: HttpRequest,
): Promise<HttpAnswer & { headers: Record<string, string> }> {
  const { method, headers, body } = request;
  const response = await fetch(origin + targetOf(request), {
    method,
    headers: [...headers].flatMap(([name, [value]]): [string, string][] =>
      value === undefined || ownHeaders.includes(name) ? [] : [[name, value]],
    ),
    ...(body.length > 0 && { body: new Uint8Array(body) }),
    redirect: "manual",
  });
  return {
    status: response.status,
    headers: Object.fromEntries(
      [...response.headers].filter(([name]) => !ownHeaders.includes(name)),
    ),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

/** The path with its query. */
export function targetOf({ path, rawQueryString }: HttpRequest): string {
  return rawQueryString === "" ? path : `${path}?${rawQueryString}`;
}
