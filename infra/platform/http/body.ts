import type { Context } from "hono";
import * as z from "zod";
import { refuse } from "./errors.ts";

/** 1 MiB. A larger text body is answered 413. */
export const maxTextBytes = 1_048_576;

/** 10 MiB. A larger upload is answered 413. */
const maxUploadBytes = 10_485_760;

/** 64 MiB. A body that is too large is read up to here: many clients read no answer before they have sent all of it. */
const maxDrainedBytes = 67_108_864;

/**
 * Reads a JSON body by its schema. An error message names the field and never echoes its value.
 *
 * @throws HTTPException 415 for another content type, 413 for a body that is too large, 400 for a body that is not
 *   JSON or does not match the schema
 */
export async function readJson<T>(
  c: Context,
  schema: z.ZodType<T>,
): Promise<T> {
  requireContentType(c, ["application/json"]);
  const result = schema.safeParse(parseJson(await readText(c)));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = z.core.toDotPath(issue?.path ?? []) || "body";
  return refuse(400, `${field}: ${issue?.message ?? "Invalid input"}`);
}

/**
 * Reads a form-style string.
 *
 * @throws HTTPException 415 for another content type, 413 for a body that is too large, 400 for a field that is given
 *   twice
 */
export async function readForm(
  c: Context,
  contentTypes: readonly string[] = ["application/x-www-form-urlencoded"],
): Promise<URLSearchParams> {
  requireContentType(c, contentTypes);
  const form = new URLSearchParams(await readText(c));
  if (new Set(form.keys()).size < form.size)
    refuse(400, "Every field may be given only once.");
  return form;
}

/**
 * Reads the files of a multipart form. The names of the parts do not matter.
 *
 * @throws HTTPException 415 for another content type, 413 for an upload that is too large, 400 for a malformed form
 */
export async function readFiles(c: Context): Promise<File[]> {
  const contentType = c.req.header("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(contentType))
    refuse(415, "Send the file as multipart/form-data.");
  const body = await readBytes(c, maxUploadBytes);
  const headers = { "content-type": contentType };
  try {
    const form = new Request("http://form", { method: "POST", headers, body });
    // oxlint-disable-next-line typescript/no-deprecated -- the form stays in memory, and its size is limited above
    const parts = [...(await form.formData()).values()];
    return parts.filter((part) => part instanceof File);
  } catch (cause) {
    return refuse(400, "The body is not a multipart form.", cause);
  }
}

/**
 * Reads the whole body.
 *
 * @throws HTTPException 413 if it is larger than `maxBytes`, 400 if it ends early
 */
export async function readBytes(
  c: Context,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer>> {
  const body: ReadableStream<Uint8Array> | null = c.req.raw.body;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength;
      if (size <= maxBytes) chunks.push(chunk);
      if (size > maxDrainedBytes) break;
    }
  } catch (cause) {
    refuse(400, "The body ended early.", cause);
  }
  if (size > maxBytes)
    refuse(413, `The body is larger than ${maxBytes} bytes.`);
  return Buffer.concat(chunks);
}

async function readText(c: Context): Promise<string> {
  const bytes = await readBytes(c, maxTextBytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    return refuse(400, "The body is not UTF-8.", cause);
  }
}

function parseJson(text: string): unknown {
  // A username with half a character would later break the address of its page.
  if (hasLoneSurrogate(text))
    refuse(400, "The body has half a character (a lone surrogate).");
  try {
    return JSON.parse(text);
  } catch (cause) {
    return refuse(400, "The body is not JSON.", cause);
  }
}

/**
 * Whether JSON escapes half a character, such as "\ud800". The check removes all escapes of whole characters and looks
 * for another one. It works on the text, because a value may be nested too deeply for a recursion.
 */
function hasLoneSurrogate(json: string): boolean {
  const ofOneLetter = /\\[^u]/;
  const outsideSurrogates = /\\u(?!d[89a-f])[0-9a-f]{4}/;
  const pairOfSurrogates = /\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/;
  const whole = [ofOneLetter, outsideSurrogates, pairOfSurrogates];
  const pattern = new RegExp(whole.map(({ source }) => source).join("|"), "gi");
  return json.replace(pattern, "").includes("\\u");
}

function requireContentType(c: Context, accepted: readonly string[]): void {
  const [contentType = ""] = c.req.header("content-type")?.split(";") ?? [];
  if (!accepted.includes(contentType.trim().toLowerCase()))
    refuse(415, `Send the body as ${accepted.join(" or ")}.`);
}
