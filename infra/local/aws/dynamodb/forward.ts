import type { HttpAnswer, HttpRequest } from "../../http-server.ts";

/** A request has at most 16 MB. */
export const maxBodyBytes = 16 * 2 ** 20;

/** Sends a request to a DynamoDB that stands behind another one. */
export async function forward(
  { headers, body }: HttpRequest,
  { endpoint }: { endpoint: string },
): Promise<HttpAnswer> {
  const response = await fetch(endpoint, {
    method: "POST",
    headers: ["x-amz-target", "content-type", "authorization", "x-amz-date"]
      .map((name): [string, string] => [name, headers.get(name)?.[0] ?? ""])
      .filter(([, value]) => value !== ""),
    body: new Uint8Array(body),
  });
  return {
    status: response.status,
    headers: Object.fromEntries(
      [...response.headers].filter(
        ([name]) => name.startsWith("x-amz") || name === "content-type",
      ),
    ),
    body: new Uint8Array(await response.arrayBuffer()),
  };
}
