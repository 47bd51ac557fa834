import { localSecrets } from "../../../infra/local/credentials.ts";
import {
  cloudEventOf,
  events,
  mattermostCommand,
  type SentEvent,
  slackCommand,
  teamsActivity,
} from "./contents.ts";
import { oktaToken } from "./receivers-for-test.ts";
import { bytesOf, configuredSchemes, signed } from "./signed.ts";
import { withHeaders, type WireRequest } from "./wire.ts";

const { ops } = localSecrets.callers;

/** Genuine requests to our own receivers, by receiver. */
export const recordings = {
  onboarding: [
    signed("onboarding", "standard-webhooks", events.hire, { id: "msg_hire" }),
    signed("onboarding", "standard-webhooks", events.adopt, { id: "msg_ad" }),
    signed("onboarding", "bearer", events.hire),
    signed("onboarding", "bamboohr", events.bambooHire),
    ...byOthers("onboarding", events.hire),
  ],
  offboarding: [
    signed("offboarding", "standard-webhooks", events.leave, { id: "msg_lv" }),
    signed("offboarding", "bearer", events.leave),
    signed("offboarding", "bamboohr", events.bambooLeave),
    ...byOthers("offboarding", events.leave),
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

/** An event that is signed by chat tools, and by each scheme by configuration. */
function byOthers(receiver: string, event: SentEvent): WireRequest[] {
  const chats = ["slack", "teams", "mattermost"] as const;
  return [...chats, ...configuredSchemes].map((scheme) =>
    signed(receiver, scheme, event),
  );
}

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
