import { schemes as records } from "../../../shared/webhook/caller-entry.ts";
import { callersSchema } from "../../../shared/webhook/callers-secret.ts";
import {
  callersForTest,
  configured,
  privateKeyOfVendor,
  recordedSeconds,
  tokenOfVendor,
} from "./receivers-for-test.ts";
import type { WireRequest } from "./wire.ts";

export type SchemeName = keyof typeof records;
const schemes = Object.keys(records) as SchemeName[];

/** The caller of a scheme has its name, with these exceptions. */
const callers: Partial<Record<SchemeName, string>> = {
  "standard-webhooks": "hr",
  bearer: "ops",
  bamboohr: "bamboo",
};
const callerOf = (scheme: SchemeName) => callers[scheme] ?? scheme;

/** What signs, where the entry has only the public half of it, or nothing. */
const privateKeys: Partial<Record<SchemeName, string>> = {
  ed25519: privateKeyOfVendor,
  jwt: tokenOfVendor,
};

/** The schemes by configuration. */
export const configuredSchemes = schemes.filter((scheme) =>
  Object.hasOwn(configured, scheme),
);

/** The headers that make a body authentic. `seconds` is the time of sending, if the scheme signs it. */
function signedHeaders(
  scheme: SchemeName,
  body: string | Uint8Array,
  { id = "msg_1", seconds = recordedSeconds, key }: SignOptions = {},
): Record<string, string> {
  const entry = callersSchema.parse(callersForTest)[callerOf(scheme)];
  const [own = ""] = entry && "keys" in entry ? entry.keys : [];
  return records[scheme].sign(entry ?? {}, key ?? privateKeys[scheme] ?? own, {
    id,
    timestamp: String(seconds),
    body,
  });
}

export type SignOptions = {
  id?: string;
  seconds?: number;
  key?: string;
  /** The media type. @default that of the content */
  type?: string;
};

/** A genuine request of a scheme's caller to a receiver. */
export function signed(
  receiver: string,
  scheme: SchemeName,
  content: unknown,
  options: SignOptions = {},
): WireRequest {
  const body = bytesOf(content);
  return {
    method: "POST",
    path: `/${receiver}/${callerOf(scheme)}`,
    query: "",
    headers: Object.entries({
      ...signedHeaders(scheme, body, options),
      "content-type":
        options.type ??
        (isForm(content)
          ? "application/x-www-form-urlencoded"
          : "application/json"),
    }),
    body,
  };
}

/** Bytes and text stay unchanged, a form is encoded, and any other body becomes JSON. */
export function bytesOf(content: unknown): Uint8Array {
  if (content instanceof Uint8Array) return content;
  if (typeof content === "string" || isForm(content))
    return new TextEncoder().encode(String(content));
  return new TextEncoder().encode(JSON.stringify(content));
}

function isForm(content: unknown): content is URLSearchParams {
  return content instanceof URLSearchParams;
}
