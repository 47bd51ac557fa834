import * as z from "zod/mini";
import { instantMsOf } from "../field-map/instant.ts";
import type {
  RejectionReason,
  Sent,
  SignedRequest,
  SchemeVerdict,
} from "./scheme.ts";

const toleranceMs = 5 * 60_000;
const placeholders = /\{(?:body|timestamp|id)\}/g;

/** The name of a request header, in either case. */
export const headerNameSchema = z
  .string()
  .check(z.regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/), z.toLowerCase());

/** The fields of every entry whose signature lies in a header of its own. */
export const signedTextFields = {
  /** The header with the signature. */
  header: headerNameSchema,
  /** The text of the header before the signature, such as `sha256=`. */
  prefix: z._default(z.string().check(z.maxLength(40)), ""),
  encoding: z._default(z.enum(["hex", "base64"]), "hex"),
  /** The header with the time of sending, if `template` has `{timestamp}`. */
  timestampHeader: z.optional(headerNameSchema),
  /** The header with the delivery id, if `template` has `{id}`. */
  idHeader: z.optional(headerNameSchema),
};

/**
 * The text that is signed: `{body}`, `{timestamp}` and `{id}` stand for the parts of the request, and other text for
 * itself. Requests are always POST, so a template writes the method as text.
 */
export const templateSchema = z.string().check(
  z.maxLength(200),
  z.refine(
    (template) => countOf("body", template) === 1,
    "must have {body} once",
  ),
  z.refine(
    (template) => !/[{}]/.test(template.replace(placeholders, "")),
    "must have no other braces than {body}, {timestamp} and {id}",
  ),
  z.refine(
    (template) => !/[\w}-]\{id\}|\{id\}[\w{-]/.test(template),
    // Without it, an attacker could move characters between the id and its neighbour.
    "must have a character around {id} that no id has, such as a dot",
  ),
);

type SignedTextOptions = {
  template: string;
  timestampHeader?: string | undefined;
  idHeader?: string | undefined;
};

/** Refuses a part of the template without its header, and a header that is not signed. */
export function checkSignedText({
  value: { template, timestampHeader, idHeader },
  issues,
}: z.core.ParsePayload<SignedTextOptions>): void {
  for (const [part, path, header] of [
    ["timestamp", "timestampHeader", timestampHeader],
    ["id", "idHeader", idHeader],
  ] as const) {
    const count = countOf(part, template);
    if (count === (header === undefined ? 0 : 1)) continue;
    issues.push({
      code: "custom",
      input: undefined,
      path: [path],
      message: `must be there if, and only if, "template" has {${part}} once`,
    });
  }
}

/**
 * Verifies a signature over a text of the request that lies in a header of its own. The time of the request may be at
 * most five minutes in the past or in the future.
 *
 * @param isSignedBy - whether a key and a text belong to this value of the header
 */
export function verifySignedText(
  options: SignedTextOptions & { header: string },
  { header, body }: SignedRequest,
  keys: readonly string[],
  nowMs: number,
  isSignedBy: (key: string, text: Uint8Array, signature: string) => boolean,
): SchemeVerdict {
  const { template, timestampHeader, idHeader } = options;
  const refuse = (reason: RejectionReason) =>
    ({ authentic: false, reason }) as const;
  const signature = header(options.header);
  if (signature === undefined) return refuse("no-signature");
  const timestamp = timestampHeader && (header(timestampHeader) ?? "");
  const signedAtMs = timestamp === undefined ? nowMs : instantMsOf(timestamp);
  if (signedAtMs === undefined || isAmbiguous(timestamp, template))
    return refuse("bad-timestamp");
  if (Math.abs(nowMs - signedAtMs) > toleranceMs)
    return refuse("stale-timestamp");
  const id = idHeader && (header(idHeader) ?? "");
  if (id !== undefined && !/^[\w-]{1,256}$/.test(id)) return refuse("bad-id");
  const text = fillTemplate(template, {
    body,
    timestamp: timestamp ?? "",
    id: id ?? "",
  });
  // Every key is tried, so the response time does not show which key matched.
  const matches = keys.filter((key) => isSignedBy(key, text, signature));
  if (matches.length === 0) return refuse("bad-signature");
  return {
    authentic: true,
    ...(id !== undefined && { deliveryId: id }),
    ...(timestamp !== undefined && { signedAtMs }),
  };
}

/** The headers of a signed request. */
export function signedHeaders(
  options: SignedTextOptions & { header: string },
  sent: Sent,
  sign: (text: Uint8Array) => string,
): Record<string, string> {
  const { header, timestampHeader, idHeader, template } = options;
  const { id, timestamp } = sent;
  return {
    ...(timestampHeader !== undefined && { [timestampHeader]: timestamp }),
    ...(idHeader !== undefined && { [idHeader]: id }),
    [header]: sign(fillTemplate(template, sent)),
  };
}

/** The bytes that are signed. */
function fillTemplate(
  template: string,
  { body, timestamp, id }: Sent,
): Uint8Array {
  const [before = "", after = ""] = template
    .replace("{timestamp}", () => timestamp)
    .replace("{id}", () => id)
    .split("{body}");
  return Buffer.concat([
    Buffer.from(before),
    Buffer.from(body),
    Buffer.from(after),
  ]);
}

/**
 * No accepted time is the beginning or the end of another one, so that no character can move between the time and the
 * body beside it. Milliseconds are the exception: they begin with the digits of the same time in seconds.
 */
function isAmbiguous(timestamp: string | undefined, template: string): boolean {
  return timestamp?.length === 13 && template.includes("{timestamp}{");
}

function countOf(part: string, template: string): number {
  return template.split(`{${part}}`).length - 1;
}
