import type * as z from "zod/mini";
import { ApiShapeError } from "./errors.ts";
import { stripGuardLine } from "./guard-line.ts";
import type { HttpResponse } from "./http.ts";
import {
  build,
  type Linked,
  resolveEndpoint,
  resolveRef,
  type Endpoint,
  type Target,
} from "./resolve-endpoint.ts";
import type { Call, Transport } from "./transport.ts";

/** What every family of operations is made of: where to call, how to send, how to read. */
export type Api = {
  send: Transport;
  /** `{base_url}/api/core/v3` */
  url: URL;
  /** The URL of a collection or of an item known by id. @see build */
  at(template: string, id?: string): Endpoint;
  /** The URL of an object's related resource. @see resolveEndpoint */
  of(
    target: Target,
    resource: string,
    method: Call["method"],
    template: string,
  ): Endpoint;
  /** The URL that only a ref can tell. @see resolveRef */
  ref(
    object: Pick<Linked, "resources">,
    resource: string,
    method: Call["method"],
  ): Endpoint;
};

/**
 * A base URL without its trailing slashes.
 *
 * @throws TypeError when it is none, or has credentials, a query or a fragment, which would lead every path astray
 */
export function requireBaseUrl(name: string, value: string): string {
  const url = URL.parse(value);
  if (url && !url.search && !url.hash && !url.username && !url.password)
    return url.href.replace(/\/+$/, "");
  // Intentionally without the value: it may hold a password.
  throw new TypeError(
    `${name} must be a URL without credentials, query and fragment`,
  );
}

export function createApi(send: Transport, baseUrl: string): Api {
  const base = requireBaseUrl("baseUrl", baseUrl);
  const url = new URL(`${base}/api/core/v3`);
  return {
    send,
    url,
    at: (template, id) => build(url, template, id),
    of: (target, resource, method, template) =>
      resolveEndpoint(url, target, resource, method, template),
    ref: (object, resource, method) =>
      resolveRef(url, object, resource, method, `/{object}/${resource}`),
  };
}

/**
 * A JSON request body with its header.
 *
 * @throws TypeError for what is no object, or cannot be written (circular, nested too deeply, a bigint)
 */
export function json(value: object): Pick<Call, "headers" | "body"> {
  if (typeof value !== "object" || value === null)
    throw new TypeError("the body must be an object");
  try {
    return {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(value),
    };
  } catch (cause) {
    throw new TypeError("the body can't be written as JSON", { cause });
  }
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
  throw new ApiShapeError(call, parsed.error.issues.map(pointerTo));
}

/** Names of resources are the platform's words, and none of ours. */
function pointerTo({ path }: { path: PropertyKey[] }): string {
  const named = path.map((part, at) =>
    path[at - 1] === "resources" ? "*" : String(part),
  );
  return `/${named.join("/")}`;
}

function parseJson(call: Pick<Call, "method" | "path">, text: string): unknown {
  try {
    return JSON.parse(stripGuardLine(text));
  } catch {
    // Intentionally without the cause: a SyntaxError quotes the body.
    throw new ApiShapeError(call, ["not JSON"]);
  }
}
