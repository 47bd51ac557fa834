import type * as z from "zod/mini";
import { ApiShapeError } from "./errors.ts";
import { stripGuardLine } from "./guard-line.ts";
import type { HttpResponse } from "./http.ts";
import { build, locate, type Target } from "./locate.ts";
import type { Call, Transport } from "./transport.ts";

/** What every family of operations is made of: where to call, how to send, how to read. */
export type Api = {
  send: Transport;
  /** `{base_url}/api/core/v3` */
  url: URL;
  /** The URL of a collection or of an item known by id. @see build */
  at(template: string, id?: string): Pick<Call, "url" | "path">;
  /** The URL of an object's related resource. @see locate */
  of(
    target: Target,
    resource: string,
    method: Call["method"],
    template: string,
  ): Pick<Call, "url" | "path">;
};

export function createApi(send: Transport, baseUrl: string): Api {
  const url = new URL(`${baseUrl.replace(/\/+$/, "")}/api/core/v3`);
  return {
    send,
    url,
    at: (template, id) => build(url, template, id),
    of: (target, resource, method, template) =>
      locate(url, target, resource, method, template),
  };
}

/** A JSON request body with its header. */
export function json(value: unknown): Pick<Call, "headers" | "body"> {
  return {
    headers: { "content-type": "application/json" },
    body: JSON.stringify(value),
  };
}

/**
 * Turns a response into a typed value: guard line off, JSON, schema.
 *
 * @throws ApiShapeError naming the fields that do not fit
 */
export function readJson<S extends z.ZodMiniType>(
  call: Pick<Call, "method" | "path">,
  response: HttpResponse,
  schema: S,
): z.output<S> {
  const parsed = schema.safeParse(
    parseJson(call, new TextDecoder().decode(response.body)),
  );
  if (parsed.success) return parsed.data;
  throw new ApiShapeError(
    call,
    parsed.error.issues.map((issue) => `/${issue.path.join("/")}`),
  );
}

function parseJson(call: Pick<Call, "method" | "path">, text: string): unknown {
  try {
    return JSON.parse(stripGuardLine(text));
  } catch {
    // Intentionally without the cause: a SyntaxError quotes the body.
    throw new ApiShapeError(call, ["not JSON"]);
  }
}
