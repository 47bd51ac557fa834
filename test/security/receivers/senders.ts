import { readFileSync } from "node:fs";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { schemes as schemeDefinitions } from "../../../shared/webhook/caller-entry.ts";
import { callersSchema } from "../../../shared/webhook/callers-secret.ts";
import {
  type AttackedReceiver,
  callersForTest,
  oktaToken,
  privateKeyOfVendor,
  recordedSeconds,
  tokenOfVendor,
} from "./receivers-for-test.ts";
import type { WireRequest } from "./wire.ts";

/** A minute before the clock of the attacked receivers. */
const eventTime = new Date(recordedSeconds * 1000 - 60_000).toISOString();

export const events = {
  hire: {
    type: "employee.hired",
    timestamp: eventTime,
    data: {
      employeeId: "E-1",
      name: { givenName: "Zoë", familyName: "Quist" },
      email: "zoe@example.com",
      startDate: "2026-02-01",
      phones: [{ value: "+47 123", label: "Phone Number" }],
      tags: ["new"],
      tasks: [{ subject: "Read this", dueInDays: 1 }],
      streams: ["Team"],
      identities: { slack: "T1:U777" },
      avatar: { url: "https://images.example.com/zoe.png" },
    },
  },
  adopt: {
    type: "employee.adopted",
    timestamp: eventTime,
    data: { employeeId: "E-2", username: "bo", email: "bo@example.com" },
  },
  leave: {
    type: "employee.terminated",
    timestamp: eventTime,
    data: { employeeId: "E-1", lastDay: "2026-02-28", graceDays: 3 },
  },
  status: {
    type: "status.set",
    timestamp: eventTime,
    data: {
      employeeId: "E-1",
      text: "At lunch",
      expiresAt: "2026-02-01T12:00:00+01:00",
    },
  },
};

const bambooSample = "../../fixtures/sources/bamboohr-fields/delivery.json";
export const bambooHire: unknown = JSON.parse(
  readFileSync(new URL(bambooSample, import.meta.url), "utf8"),
);

/** An event as a CloudEvent in its structured form. */
export function cloudEventOf({ type, data }: { type: string; data: object }) {
  const source = "/hr/people";
  return { specversion: "1.0", id: "c-1", source, type, time: eventTime, data };
}

export const commands = {
  slack: {
    team_id: "T1",
    user_id: "U777",
    command: "/status",
    text: "Out for 1h",
    trigger_id: "1.2",
    response_url: "https://hooks.slack.com/commands/T1/1/x",
  },
  teams: {
    type: "message",
    id: "1769884860000",
    timestamp: eventTime,
    from: { id: "29:x", aadObjectId: "1a2b3c4d-0000-4000-8000-000000000001" },
    conversation: { id: "19:abc@thread.tacv2" },
    text: "<at>Status</at>&nbsp;Out until 17:00",
  },
  mattermost: { user_id: "u777", text: "Out for 1h", trigger_id: "t1" },
};

export type SchemeName = keyof typeof schemeDefinitions;
export const schemeNames = Object.keys(schemeDefinitions) as SchemeName[];

/** The callers whose name is not that of their scheme. */
const callers: Partial<Record<SchemeName, string>> = {
  "standard-webhooks": "hr",
  bearer: "ops",
  bamboohr: "bamboo",
};

/** A private key and a finished token, with which the sender signs. The entry has the public half only, or no key. */
const signingKeys: Partial<Record<SchemeName, string>> = {
  ed25519: privateKeyOfVendor,
  jwt: tokenOfVendor,
};

type SignOptions = {
  id?: string;
  /** Whether the key is a foreign one, of the same form. @default false */
  isForged?: boolean;
  /** The media type. @default that of the content */
  type?: string;
};

/**
 * A signed request to a receiver, of the caller with this scheme. Text and bytes are sent as they are, and a form too,
 * except that Mattermost's has its token. Anything else becomes JSON.
 */
export function signedRequest(
  receiver: AttackedReceiver,
  scheme: SchemeName,
  given: unknown,
  { id = "msg_1", isForged = false, type }: SignOptions = {},
): WireRequest {
  const name = callers[scheme] ?? scheme;
  const entry = callersSchema.parse(callersForTest)[name];
  const [own = ""] = entry && "keys" in entry ? entry.keys : [];
  const key = signingKeys[scheme] ?? own;
  const isForm = given instanceof URLSearchParams;
  const content = isForm ? new URLSearchParams(given) : given;
  // Mattermost has its token in the form.
  if (scheme === "mattermost" && content instanceof URLSearchParams)
    content.set("token", isForged ? foreignKeyOf(key) : key);
  const body = bytesOf(content);
  const headers = schemeDefinitions[scheme].sign(
    entry ?? {},
    isForged ? foreignKeyOf(key) : key,
    { id, timestamp: String(recordedSeconds), body },
  );
  const usual = isForm
    ? "application/x-www-form-urlencoded"
    : "application/json";
  // The keys of the operators' API are checked in the same way at each of its paths.
  return requestTo(
    receiver === "operations" ? "/operations/release" : `/${receiver}/${name}`,
    { ...headers, "content-type": type ?? usual },
    body,
  );
}

/** Changes four characters and keeps the end, so that base64 and its padding stay valid. */
const foreignKeyOf = (key: string) => `${key.slice(0, -8)}AAAA${key.slice(-4)}`;

export function bytesOf(content: unknown): Uint8Array {
  if (content instanceof Uint8Array) return content;
  if (typeof content === "string" || content instanceof URLSearchParams)
    return new TextEncoder().encode(String(content));
  return new TextEncoder().encode(JSON.stringify(content));
}

export const requestTo = (
  path: string,
  headers: Record<string, string>,
  content: unknown,
  { method = "POST", query = "" } = {},
): WireRequest => ({
  method,
  path,
  query,
  headers: Object.entries(headers),
  body: bytesOf(content),
});

/** A request of the caller `okta`, which has a field map. */
export const asOkta = (body: string | Uint8Array, type: string) =>
  requestTo(
    "/events/okta",
    { authorization: oktaToken, "content-type": type },
    body,
  );

const operator = {
  authorization: `Bearer ${localSecrets.callers.ops.keys[0]}`,
  "content-type": "application/json",
};
export const asOperator = (
  method: string,
  path: string,
  { query = "", body = "" as string | Uint8Array } = {},
) => requestTo(path, operator, body, { method, query });
