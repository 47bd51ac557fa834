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
  oktaToken,
  privateKeyOfVendor,
  recordedSeconds,
  tokenOfVendor,
} from "./receivers-for-test.ts";
import { headerOf, withHeaders, type WireRequest } from "./wire.ts";

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

/** Texts that make every request authentic which has them. */
const tokens = [
  ops.keys[0],
  mattermost.keys[0],
  oktaToken,
  configured.header.keys[0],
  signBasic(configured.basic.keys[0]).slice("Basic ".length),
  tokenOfVendor,
];

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

/**
 * Whether the owner of the key may have written a request, decided without the code under test: by the parts that the
 * recording's scheme signs. A token signs nothing, so only the token counts.
 */
export function mayBeGenuine(
  request: WireRequest,
  recordings: readonly WireRequest[],
): boolean {
  const text = `${request.headers.join("\n")}\n${Buffer.from(request.body).toString("latin1")}`;
  if (tokens.some((token) => text.includes(token))) return true;
  return recordings.some(
    (recording) =>
      Buffer.compare(recording.body, request.body) === 0 &&
      vouchers.every(({ name, isPart }) => {
        const [was, is] = [
          signedPartOf(recording, name),
          signedPartOf(request, name),
        ];
        return was === "" || (isPart ? is.includes(was) : is.trim() === was);
      }),
  );
}

/** An authorization scheme may be written in either case, and spaces may follow it (RFC 9110, §11.1 and §11.4). */
function signedPartOf(request: WireRequest, name: string): string {
  const value = headerOf(request, name);
  return name === "authorization"
    ? value.replace(
        /\b(bearer|hmac|basic) +/gi,
        (_, scheme: string) => `${scheme.toLowerCase()} `,
      )
    : value;
}

/** The same request with another last character of its token, if it has one. */
export function withBrokenToken(request: WireRequest): WireRequest {
  const broken = (text: string) =>
    tokens.reduce(
      (changed, token) => changed.replaceAll(token, `${token.slice(0, -1)}x`),
      text,
    );
  const text = Buffer.from(request.body).toString();
  return {
    ...request,
    headers: request.headers.map(([name, value]) => [name, broken(value)]),
    body: Buffer.from(broken(text)),
  };
}

const vouchers = [
  { name: "webhook-id" },
  { name: "webhook-timestamp" },
  // A list in which one valid item is enough.
  { name: "webhook-signature", isPart: true },
  { name: "x-bamboohr-timestamp" },
  { name: "x-bamboohr-signature" },
  { name: "x-slack-request-timestamp" },
  { name: "x-slack-signature" },
  { name: "x-vendor-id" },
  { name: "x-vendor-time" },
  { name: "x-vendor-signature" },
  { name: "x-signature-timestamp" },
  { name: "x-signature-ed25519" },
  { name: "x-vendor-token" },
  { name: "authorization", isPart: true },
].map((one) => ({ isPart: false, ...one }));

const happenedAt = new Date(recordedSeconds * 1000 - 60_000).toISOString();

export const events = {
  hire: {
    type: "employee.hired",
    timestamp: happenedAt,
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
    timestamp: happenedAt,
    data: { employeeId: "E-2", username: "bo", email: "bo@example.com" },
  },
  leave: {
    type: "employee.terminated",
    timestamp: happenedAt,
    data: { employeeId: "E-1", lastDay: "2026-02-28", graceDays: 3 },
  },
  status: {
    type: "status.set",
    timestamp: happenedAt,
    data: {
      employeeId: "E-1",
      text: "At lunch",
      expiresAt: "2026-02-01T12:00:00+01:00",
    },
  },
  bambooHire: {
    employees: [
      {
        id: "41",
        action: "Updated",
        timestamp: happenedAt,
        changedFields: ["Status"],
        fields: {
          Status: "Active",
          "First Name": "Ada",
          "Last Name": "Berg",
          "Work Email": "ada@example.com",
          "Hire Date": "2026-02-01",
        },
      },
    ],
  },
  bambooLeave: {
    employees: [
      { id: "41", action: "Deleted", timestamp: happenedAt, fields: {} },
    ],
  },
} as const;

export function slackCommand(text: string, triggerId = "1.2"): URLSearchParams {
  return new URLSearchParams({
    team_id: "T1",
    user_id: "U777",
    command: "/status",
    text,
    trigger_id: triggerId,
    response_url: "https://hooks.slack.com/commands/T1/1/x",
  });
}

export function mattermostCommand(text: string): URLSearchParams {
  return new URLSearchParams({
    user_id: "u777",
    text,
    trigger_id: "t1",
    token: mattermost.keys[0],
  });
}

export function teamsActivity(text: string): object {
  return {
    type: "message",
    id: "1769884860000",
    timestamp: happenedAt,
    from: { id: "29:x", aadObjectId: "1a2b3c4d-0000-4000-8000-000000000001" },
    conversation: { id: "19:abc@thread.tacv2" },
    text: `<at>Status</at>&nbsp;${text}`,
  };
}

/** The schemes by configuration. */
export const configuredSchemes = [
  "hmac",
  "ed25519",
  "header",
  "basic",
  "jwt",
] as const;

/** Genuine requests to our own receivers, by receiver. */
export const recordings = {
  onboarding: [
    signed("onboarding", "standard-webhooks", events.hire, { id: "msg_hire" }),
    signed("onboarding", "standard-webhooks", events.adopt, { id: "msg_ad" }),
    signed("onboarding", "bearer", events.hire),
    signed("onboarding", "bamboohr", events.bambooHire),
    signed("onboarding", "slack", events.hire),
    signed("onboarding", "teams", events.hire),
    signed("onboarding", "mattermost", events.hire),
    ...configuredSchemes.map((one) => signed("onboarding", one, events.hire)),
  ],
  offboarding: [
    signed("offboarding", "standard-webhooks", events.leave, { id: "msg_lv" }),
    signed("offboarding", "bearer", events.leave),
    signed("offboarding", "bamboohr", events.bambooLeave),
    signed("offboarding", "slack", events.leave),
    signed("offboarding", "teams", events.leave),
    signed("offboarding", "mattermost", events.leave),
    ...configuredSchemes.map((one) => signed("offboarding", one, events.leave)),
  ],
  status: [
    signed("status", "standard-webhooks", events.status, { id: "msg_st" }),
    signed("status", "bearer", events.status),
    signed("status", "bamboohr", events.bambooHire),
    signed("status", "slack", slackCommand("In a meeting for 1h")),
    signed("status", "teams", teamsActivity("In a meeting until 17:00")),
    signed("status", "mattermost", mattermostCommand("In a meeting")),
    ...configuredSchemes.map((one) => signed("status", one, events.status)),
  ],
  events: [
    signed("events", "standard-webhooks", events.hire, { id: "msg_any" }),
    signed("events", "bearer", events.status),
    signed("events", "bamboohr", events.bambooLeave),
    signed("events", "teams", events.leave),
    signed("events", "standard-webhooks", cloudEventOf(events.leave), {
      id: "msg_cloud",
      type: "application/cloudevents+json",
    }),
    signed("events", "bearer", [cloudEventOf(events.status)], {
      type: "application/cloudevents-batch+json",
    }),
    binaryEvent(events.status),
    signed("events", "slack", { type: "url_verification", challenge: "abc" }),
    asOkta("POST", "id=E-1&why=moved", {
      "content-type": "application/x-www-form-urlencoded",
    }),
    asOkta("GET", "", {
      "x-okta-verification-challenge": "Me_rShK8JHsTnbyYrWXCEoMGbM_zsZ6k0hLP",
    }),
  ],
  operations: [
    recordChat("GET", "/operations", "employeeId=E-1"),
    recordChat("GET", "/operations/op_AAAAAAAAAAAAAAAAAAAAAA"),
    recordChat("GET", "/operations", "status=failed&reason=unexpected&limit=5"),
    recordChat("GET", "/overview"),
    recordChat("GET", "/employees", "state=active"),
    recordChat("GET", "/employees/E-1"),
    recordChat("POST", "/operations/op_AAAAAAAAAAAAAAAAAAAAAA/cancel"),
    recordChat("POST", "/operations/op_AAAAAAAAAAAAAAAAAAAAAA/retry"),
    recordChat("POST", "/operations/op_AAAAAAAAAAAAAAAAAAAAAA/confirm-gone"),
    recordChat("POST", "/operations/release", "", {
      operations: ["op_AAAAAAAAAAAAAAAAAAAAAA"],
      hours: 2,
    }),
  ],
};

/** The same event as a CloudEvent in its structured form. */
export function cloudEventOf({ type, timestamp, data }: SentEvent) {
  const source = "/hr/people";
  return { specversion: "1.0", id: "c-1", source, type, time: timestamp, data };
}

type SentEvent = { type: string; timestamp: string; data: object };

/** The same event as a CloudEvent in its binary form. Only a sender with a token may send it. */
function binaryEvent(event: SentEvent): WireRequest {
  const { data, ...attributes } = cloudEventOf(event);
  return withHeaders(
    signed("events", "bearer", data),
    Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [`ce-${name}`, value]),
    ),
  );
}

/** A request of the caller `okta`. */
export function asOkta(
  method: string,
  body: string,
  headers: Record<string, string>,
): WireRequest {
  const all = { authorization: oktaToken, ...headers };
  const path = "/events/okta";
  return {
    method,
    path,
    query: "",
    headers: Object.entries(all),
    body: bytesOf(body),
  };
}

function recordChat(
  method: string,
  path: string,
  query = "",
  content?: unknown,
): WireRequest {
  const body = content === undefined ? new Uint8Array() : bytesOf(content);
  return {
    method,
    path,
    query,
    headers: [
      ["authorization", `Bearer ${ops.keys[0]}`],
      ["content-type", "application/json"],
    ],
    body,
  };
}
