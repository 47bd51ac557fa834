import { localSecrets } from "../../../infra/local/credentials.ts";
import { signBambooHr } from "../../../shared/webhook/schemes/bamboohr.ts";
import { signBasic } from "../../../shared/webhook/schemes/basic.ts";
import { signEd25519 } from "../../../shared/webhook/schemes/ed25519.ts";
import { signHmac } from "../../../shared/webhook/schemes/hmac.ts";
import { signSlack } from "../../../shared/webhook/schemes/slack.ts";
import { signStandardWebhook } from "../../../shared/webhook/schemes/standard-webhooks.ts";
import { signTeams } from "../../../shared/webhook/schemes/teams.ts";
import {
  bambooKey,
  configured,
  privateKeyOfVendor,
  recordedSeconds,
  tokenOfVendor,
} from "./receivers-for-test.ts";
import type { WireRequest } from "./wire.ts";

const { hr, ops, slack, teams, mattermost } = localSecrets.callers;

export const schemes = [
  "standard-webhooks",
  "bearer",
  "bamboohr",
  "slack",
  "teams",
  "mattermost",
  "hmac",
  "ed25519",
  "header",
  "basic",
  "jwt",
] as const;
export type SchemeName = (typeof schemes)[number];

export const callerOf: Record<SchemeName, string> = {
  "standard-webhooks": "hr",
  bearer: "ops",
  bamboohr: "bamboo",
  slack: "slack",
  teams: "teams",
  mattermost: "mattermost",
  hmac: "hmac",
  ed25519: "ed25519",
  header: "header",
  basic: "basic",
  jwt: "jwt",
};

/** The schemes by configuration. */
export const configuredSchemes = [
  "hmac",
  "ed25519",
  "header",
  "basic",
  "jwt",
] as const;

/** The headers that make a body authentic. `seconds` is the time of sending, if the scheme signs it. */
function signedHeaders(
  scheme: SchemeName,
  body: string | Uint8Array,
  { id = "msg_1", seconds = recordedSeconds, key }: SignOptions = {},
): Record<string, string> {
  const time = String(seconds);
  switch (scheme) {
    case "standard-webhooks":
      return {
        "webhook-id": id,
        "webhook-timestamp": time,
        "webhook-signature": signStandardWebhook(
          key ?? hr.keys[0],
          id,
          seconds,
          body,
        ),
      };
    case "bearer":
      return { authorization: `Bearer ${key ?? ops.keys[0]}` };
    case "bamboohr":
      return {
        "x-bamboohr-timestamp": time,
        "x-bamboohr-signature": signBambooHr(key ?? bambooKey, time, body),
      };
    case "slack":
      return {
        "x-slack-request-timestamp": time,
        "x-slack-signature": signSlack(key ?? slack.keys[0], seconds, body),
      };
    case "teams":
      return { authorization: signTeams(key ?? teams.keys[0], body) };
    case "mattermost":
      return { authorization: `Token ${key ?? mattermost.keys[0]}` };
    case "hmac":
      return {
        "x-vendor-id": id,
        "x-vendor-time": time,
        "x-vendor-signature": signHmac(
          configured.hmac,
          key ?? configured.hmac.keys[0],
          { id, timestamp: time, body },
        ),
      };
    case "ed25519":
      return {
        "x-signature-timestamp": time,
        "x-signature-ed25519": signEd25519(
          configured.ed25519,
          key ?? privateKeyOfVendor,
          { timestamp: time, body },
        ),
      };
    case "header":
      return { "x-vendor-token": key ?? configured.header.keys[0] };
    case "basic":
      return { authorization: signBasic(key ?? configured.basic.keys[0]) };
    case "jwt":
      return { authorization: `Bearer ${key ?? tokenOfVendor}` };
  }
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
    path: `/${receiver}/${callerOf[scheme]}`,
    query: "",
    headers: Object.entries({
      "content-type":
        options.type ??
        (isForm(content)
          ? "application/x-www-form-urlencoded"
          : "application/json"),
      ...signedHeaders(scheme, body, options),
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
