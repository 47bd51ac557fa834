import { localSecrets } from "../../../infra/local/credentials.ts";
import {
  cloudEventOf,
  events,
  mattermostCommand,
  slackCommand,
  teamsActivity,
} from "./contents.ts";
import { oktaToken } from "./receivers-for-test.ts";
import { bytesOf, configuredSchemes, signed } from "./signed.ts";
import { withHeaders, type WireRequest } from "./wire.ts";

const ops = {
  authorization: `Bearer ${localSecrets.callers.ops.keys[0]}`,
  "content-type": "application/json",
};
const operation = "/operations/op_AAAAAAAAAAAAAAAAAAAAAA";

/** A genuine request of a caller with a token. */
function withToken(
  headers: Record<string, string>,
  request: Pick<WireRequest, "method" | "path"> & Partial<WireRequest>,
): WireRequest {
  const empty = { query: "", body: new Uint8Array() };
  return { ...empty, ...request, headers: Object.entries(headers) };
}

/** A request of the caller `okta`. */
export const asOkta = (
  method: string,
  body: string | Uint8Array,
  headers: Record<string, string>,
): WireRequest =>
  withToken(
    { authorization: oktaToken, ...headers },
    { method, path: "/events/okta", body: bytesOf(body) },
  );

const read = (path: string, query = "") =>
  withToken(ops, { method: "GET", path, query });
const verb = (path: string, content: unknown = "") =>
  withToken(ops, { method: "POST", path, body: bytesOf(content) });

export const listOfAnEmployee = read("/operations", "employeeId=E-1");
export const release = { operations: ["op_AAAAAAAAAAAAAAAAAAAAAA"], hours: 2 };
export const releaseWith = (content: unknown) =>
  verb("/operations/release", content);

/** The same event as a CloudEvent in its binary form. Only a sender with a token may send it. */
function binaryCloudEvent(): WireRequest {
  const { data, ...attributes } = cloudEventOf(events.status);
  const headers = Object.entries(attributes).map(
    ([name, value]) => [`ce-${name}`, value] as const,
  );
  return withHeaders(
    signed("events", "bearer", data),
    Object.fromEntries(headers),
  );
}

/** Genuine requests to our own receivers, by receiver. */
export const recordings = {
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
    signed("events", "standard-webhooks", events.adopt, { id: "msg_ad" }),
    signed("events", "bearer", events.status),
    signed("events", "bamboohr", events.bambooHire),
    ...(["slack", "teams", "mattermost", ...configuredSchemes] as const).map(
      (one) => signed("events", one, events.leave),
    ),
    signed("events", "standard-webhooks", cloudEventOf(events.leave), {
      id: "msg_cloud",
      type: "application/cloudevents+json",
    }),
    signed("events", "bearer", [cloudEventOf(events.status)], {
      type: "application/cloudevents-batch+json",
    }),
    binaryCloudEvent(),
    signed("events", "slack", { type: "url_verification", challenge: "abc" }),
    asOkta("POST", "id=E-1&why=moved", {
      "content-type": "application/x-www-form-urlencoded",
    }),
    asOkta("GET", "", {
      "x-okta-verification-challenge": "Me_rShK8JHsTnbyYrWXCEoMGbM_zsZ6k0hLP",
    }),
  ],
  operations: [
    listOfAnEmployee,
    read(operation),
    read("/operations", "status=failed&reason=unexpected&limit=5"),
    read("/overview"),
    read("/employees", "state=active"),
    read("/employees/E-1"),
    ...["cancel", "retry", "confirm-gone"].map((one) =>
      verb(`${operation}/${one}`),
    ),
    releaseWith(release),
  ],
};
