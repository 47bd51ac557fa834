import { expect, test } from "vitest";
import { useReceivers } from "./receivers-for-test.ts";
import {
  expectSignedHandled,
  expectUnsignedRefused,
  newTally,
  recordTally,
} from "./fuzz.ts";
import {
  events,
  mattermostCommand,
  recordings,
  type SchemeName,
  signed,
  slackCommand,
  teamsActivity,
} from "./recordings.ts";

const receivers = useReceivers();

test("the receiver of status refuses every request that nobody signed, and keeps nothing of it", async (context) => {
  const tally = newTally();
  await expectUnsignedRefused(receivers(), "status", tally);
  recordTally(context, "status: fuzzed and mutated, not genuine", tally);
});

test("the receiver of status takes or refuses whatever is signed, and is never in trouble", async (context) => {
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
    // Its time is in the body.
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
    // A second token can be in the body.
    false,
  );
  expect({}).not.toHaveProperty("polluted");
  recordTally(context, "status: any body, signed", tally, true);
});

test("the operations refuse every request without a token, and change nothing", async (context) => {
  const tally = newTally();
  await expectUnsignedRefused(receivers(), "operations", tally);
  recordTally(context, "operations: fuzzed and mutated, not genuine", tally);
});

test("the operations answer whatever is asked with a token, and are never in trouble", async (context) => {
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

/** JSON of an object becomes a form with its fields; everything else stays as it is. */
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
