import { expect, test } from "vitest";
import { requestOfGoogleChat } from "../../functions/status-relay/chat-requests.ts";
import { recordedAtMs, useReceivers } from "./receivers-for-test.ts";
import {
  expectSignedHandled,
  expectUnsignedRefused,
  newTally,
  recordTally,
} from "./fuzz.ts";
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

test("the status receiver refuses every unsigned request and stores nothing of it", async (context) => {
  const tally = newTally();
  await expectUnsignedRefused(receivers(), "status", tally);
  recordTally(context, "status: fuzzed and mutated, not genuine", tally);
});

test("the status receiver accepts or refuses any signed request, and never answers 5xx", async (context) => {
  const tally = newTally();
  let id = 0;
  const by = (scheme: SchemeName) => (body: string | Uint8Array) =>
    signed("status", scheme, body, { id: `f_${++id}` });
  const asForm = (scheme: SchemeName) => (body: string | Uint8Array) =>
    signed("status", scheme, formOf(body));

  await expectSignedHandled(
    receivers(),
    "status",
    by("standard-webhooks"),
    [events.status],
    tally,
    2.5,
  );
  await expectSignedHandled(
    receivers(),
    "status",
    by("teams"),
    [teamsActivity("Out until 17:00")],
    tally,
    2.5,
    // The time of Teams is in the body.
    false,
  );
  await expectSignedHandled(
    receivers(),
    "status",
    asForm("slack"),
    [Object.fromEntries(slackCommand("Out for 1h"))],
    tally,
    2.5,
  );
  await expectSignedHandled(
    receivers(),
    "status",
    asForm("mattermost"),
    [fieldsWithoutToken()],
    tally,
    2.5,
    // The body can have a second token.
    false,
  );
  const genuine = fromGoogle("Out for 1h");
  expect((await receivers().send("status", genuine)).status).toBe(200);
  await expectSignedHandled(
    receivers(),
    "status",
    (body) => ({ ...genuine, body: bytesOf(body) }),
    [JSON.parse(Buffer.from(genuine.body).toString()) as object],
    tally,
    2.5,
    // The time of Google Chat is in the body.
    false,
  );
  expect({}).not.toHaveProperty("polluted");
  recordTally(context, "status: any body, signed", tally, true);
});

test("the operators' API refuses every request without a token, and changes nothing", async (context) => {
  const tally = newTally();
  await expectUnsignedRefused(receivers(), "operations", tally);
  recordTally(context, "operations: fuzzed and mutated, not genuine", tally);
});

test("the operators' API answers any request with a token, and never 5xx", async (context) => {
  const tally = newTally();
  const release = recordings.operations.at(-1);
  if (!release) throw new Error("there is no recording of a release");
  await expectSignedHandled(
    receivers(),
    "operations",
    (body) => ({
      ...release,
      body: typeof body === "string" ? Buffer.from(body) : body,
    }),
    [{ operations: ["op_AAAAAAAAAAAAAAAAAAAAAA"], hours: 2 }],
    tally,
    5,
  );
  const [list] = recordings.operations;
  if (!list) throw new Error("there is no recording of a list");
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
    tally,
    5,
  );
  recordTally(context, "operations: anything, with a token", tally, true);
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
