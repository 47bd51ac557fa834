import type * as z from "zod/mini";
import { ApiShapeError } from "./errors.ts";
import type { HttpResponse } from "./http.ts";
import type { Call } from "./transport.ts";

const guardLine = /^throw\b[^;]*;\s*/;

/**
 * A JSON request body with its header.
 *
 * @throws TypeError when the value is not an object, or is circular, nested too deeply, or has a bigint
 */
export function jsonBody(value: object): Pick<Call, "headers" | "body"> {
  if (typeof value !== "object" || value === null)
    throw new TypeError("the body must be an object");
  try {
    return {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(value),
    };
  } catch (cause) {
    throw new TypeError("the body cannot be written as JSON", { cause });
  }
}

/**
 * Turns a response into a typed value: removes the guard line, parses the JSON and applies the schema.
 *
 * @throws ApiShapeError naming the fields that do not fit
 */
export function parseResponse<S extends z.ZodMiniType>(
  call: Pick<Call, "method" | "path">,
  response: HttpResponse,
  schema: S,
): z.output<S> {
  const parsed = schema.safeParse(
    parseText(call, new TextDecoder().decode(response.body)),
  );
  if (parsed.success) return parsed.data;
  throw new ApiShapeError(call, parsed.error.issues.map(pointerTo));
}

/**
 * Removes the JSON security prefix of GET responses: everything from the word `throw` up to and including the first
 * semicolon and the white space after it. The prefix is removed only at the very start, where no JSON text can begin
 * with `throw`. A body without the prefix, or with the same text inside a string, is returned unchanged.
 *
 * @see docs/interface.md, §2.6
 */
export function stripGuardLine(text: string): string {
  return text.replace(guardLine, "");
}

function parseText(call: Pick<Call, "method" | "path">, text: string): unknown {
  try {
    return JSON.parse(stripGuardLine(text));
  } catch {
    // Intentionally without the cause: a SyntaxError quotes the body.
    throw new ApiShapeError(call, ["not JSON"]);
  }
}

/** The platform chooses the names of resources, and they may contain anything: the pointer has `*` in their place. */
function pointerTo({ path }: { path: PropertyKey[] }): string {
  const named = path.map((part, at) =>
    path[at - 1] === "resources" ? "*" : String(part),
  );
  return `/${named.join("/")}`;
}
