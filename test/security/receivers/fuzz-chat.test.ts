import { expect, test } from "vitest";
import { rows } from "../../fixtures/rows.ts";
import { requestOfGoogleChat } from "../../functions/status-relay/chat-requests.ts";
import { recordedAtMs, useReceivers } from "./receivers-for-test.ts";
import { expectSignedHandled, expectUnsignedRefused } from "./fuzz.ts";
import {
  events,
  mattermostCommand,
  slackCommand,
  teamsActivity,
} from "./contents.ts";
import { recordings } from "./recordings.ts";
import { bytesOf, type SchemeName, signed } from "./signed.ts";
import type { WireRequest } from "./wire.ts";

const receivers = useReceivers();

test("the status receiver refuses every unsigned request and stores nothing of it", () =>
  expectUnsignedRefused(receivers(), "status"));

const by = (scheme: SchemeName) => {
  let count = 0;
  return (body: string | Uint8Array) =>
    signed("status", scheme, body, { id: `f_${++count}` });
};
const asForm = (scheme: SchemeName) => (body: string | Uint8Array) =>
  signed("status", scheme, formOf(body));
const genuine = fromGoogle("Out for 1h");
const genuineBody: object = JSON.parse(Buffer.from(genuine.body).toString());

test.each(
  rows<
    [
      string,
      (body: string | Uint8Array) => WireRequest,
      object,
      isWhole?: boolean,
    ]
  >`
    Standard Webhooks | ${by("standard-webhooks")} | ${events.status}
    Slack | ${asForm("slack")} | ${Object.fromEntries(slackCommand("Out for 1h"))}
    Teams, whose time is in the body | ${by("teams")} | ${teamsActivity("Out until 17:00")} | ${false}
    Mattermost, whose body can have a second token | ${asForm("mattermost")} | ${fieldsWithoutToken()} | ${false}
    Google Chat, whose time is in the body | ${(body) => ({ ...genuine, body: bytesOf(body) })} | ${genuineBody} | ${false}
  `,
)(
  "the status receiver accepts or refuses any request that is signed as by %s, and never answers 5xx",
  async (_, request, body, isWhole) => {
    await expectSignedHandled(
      receivers(),
      "status",
      request,
      [body],
      2.5,
      isWhole,
    );
    expect({}).not.toHaveProperty("polluted");
  },
);

test("the status receiver accepts a command of Google Chat", async () => {
  expect((await receivers().send("status", genuine)).status).toBe(200);
});

test("the operators' API refuses every request without a token, and changes nothing", () =>
  expectUnsignedRefused(receivers(), "operations"));

test("the operators' API answers any request with a token, and never 5xx", async () => {
  const [list] = recordings.operations;
  const release = recordings.operations.at(-1);
  if (!list || !release) throw new Error("there are no recordings");
  await expectSignedHandled(
    receivers(),
    "operations",
    (body) => ({ ...release, body: bytesOf(body) }),
    [{ operations: ["op_AAAAAAAAAAAAAAAAAAAAAA"], hours: 2 }],
    5,
  );
  await expectSignedHandled(
    receivers(),
    "operations",
    (body) => {
      const text = encodeURIComponent(Buffer.from(body).toString("latin1"));
      return text.length % 2 === 0
        ? { ...list, query: `employeeId=${text}` }
        : { ...list, path: `/operations/${decodeURIComponent(text)}` };
    },
    [],
    5,
  );
});

function fromGoogle(text: string): WireRequest {
  const typed = { text, userId: "users/777", atMs: recordedAtMs };
  const { body, headers } = requestOfGoogleChat(typed);
  return {
    method: "POST",
    path: "/status/google-chat",
    query: "",
    headers: [...new Headers(headers)],
    body: bytesOf(body),
  };
}

/** A JSON object becomes a form with its fields. Any other body stays unchanged. */
function formOf(body: string | Uint8Array): URLSearchParams | Uint8Array {
  if (typeof body !== "string") return body;
  let fields: unknown;
  try {
    fields = JSON.parse(body);
  } catch {
    fields = { text: body };
  }
  return new URLSearchParams(
    Object.entries(fields ?? {}).map(([name, value]): [string, string] => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
}

function fieldsWithoutToken(): object {
  const { token: _token, ...fields } = Object.fromEntries(
    mattermostCommand("Out for 1h"),
  );
  return fields;
}
