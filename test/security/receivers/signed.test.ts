import fc from "fast-check";
import { expect, test } from "vitest";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { parseJson } from "../../../shared/parse-json.ts";
import { rows } from "../../fixtures/rows.ts";
import { requestOfGoogleChat } from "../../functions/status-relay/chat-requests.ts";
import {
  cloudEventOf,
  events,
  mattermostCommand,
  slackCommand,
  teamsActivity,
} from "./contents.ts";
import { checkAnswer, runsOf } from "./fuzz.ts";
import { anyBody, bombs, nearly } from "./hostile.ts";
import {
  type AttackedReceiver,
  recordedAtMs,
  useReceivers,
} from "./receivers-for-test.ts";
import {
  asOkta,
  listOfAnEmployee,
  release,
  releaseWith,
} from "./recordings.ts";
import {
  bytesOf,
  configuredSchemes,
  type SchemeName,
  signed,
} from "./signed.ts";
import type { WireRequest } from "./wire.ts";

const receivers = useReceivers();

type Body = string | Uint8Array;
/** A receiver, and a genuine request to it with any body. */
type Way = [AttackedReceiver, (body: Body) => WireRequest];

let ids = 0;
const by = (scheme: SchemeName, type?: string): Way => [
  "events",
  (body) =>
    signed("events", scheme, body, { id: `f_${++ids}`, ...(type && { type }) }),
];
const toStatus = (scheme: SchemeName): Way => [
  "status",
  (body) => signed("status", scheme, body, { id: `f_${++ids}` }),
];
const formTo = (scheme: SchemeName): Way => [
  "status",
  (body) => signed("status", scheme, formOf(body)),
];
const genuine = fromGoogle("Out for 1h");
const fromOperator: Way = ["operations", releaseWith];
const askOperator: Way = [
  "operations",
  (body) => {
    const text = Buffer.from(body).toString("latin1");
    const query = `employeeId=${encodeURIComponent(text)}`;
    return text.length % 2 === 0
      ? { ...listOfAnEmployee, query }
      : { ...listOfAnEmployee, path: `/operations/${text}` };
  },
];
const structured = "application/cloudevents+json";
const batch = "application/cloudevents-batch+json";
const form = "application/x-www-form-urlencoded";
const { hire, adopt, leave, status, bambooHire } = events;

/** The sender, its requests, and valid bodies of it. A sender may have its time or its token in the body. */
const ways = rows<[string, Way, object[], ("signed in the body" | undefined)?]>`
  Standard Webhooks | ${by("standard-webhooks")} | ${[hire, adopt, leave, status]}
  BambooHR | ${by("bamboohr")} | ${[bambooHire]}
  a token, a CloudEvent | ${by("bearer", structured)} | ${[cloudEventOf(hire)]}
  a token, CloudEvents | ${by("bearer", batch)} | ${[[cloudEventOf(status)]]}
  Okta, a form | ${okta(form)} | ${[cloudEventOf(leave)]}
  Okta, a CloudEvent | ${okta(structured)} | ${[cloudEventOf(leave)]}
  a status by Standard Webhooks | ${toStatus("standard-webhooks")} | ${[status]}
  Slack | ${formTo("slack")} | ${[Object.fromEntries(slackCommand("Out for 1h"))]}
  Teams | ${toStatus("teams")} | ${[teamsActivity("Out until 17:00")]} | signed in the body
  Mattermost | ${formTo("mattermost")} | ${[fieldsWithoutToken()]} | signed in the body
  Google Chat | ${["status", (body) => ({ ...genuine, body: bytesOf(body) })]} | ${[JSON.parse(Buffer.from(genuine.body).toString())]} | signed in the body
  a release by an operator | ${fromOperator} | ${[release]}
  a query or a path of an operator | ${askOperator} | ${[release]}
`;
const ofEachScheme = configuredSchemes.map((scheme): (typeof ways)[number] => [
  scheme,
  by(scheme),
  [leave],
]);

test.each([...ways, ...ofEachScheme])(
  "any body from %s is accepted or refused, never answered as our own outage, and pollutes nothing",
  async (_, [receiver, requestOf], bodies, signedIn) => {
    const check = async (body: Body) => {
      const answer = await receivers().send(receiver, requestOf(body));
      const { status: answered } = checkAnswer(answer);
      if (answered === 401 && !signedIn) throw new Error("answered 401");
    };
    for (const body of Object.values(bombs(bodies[0]!))) await check(body);
    const near = bodies.map((one) => nearly(one));
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyBody, ...near), check),
      runsOf(5),
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect({}).not.toHaveProperty("polluted");
  },
);

test("the status receiver accepts a command of Google Chat", async () => {
  expect((await receivers().send("status", genuine)).status).toBe(200);
});

const { bus, schedules } = localSecrets.callers;
const sources: readonly string[] = [...bus.sources, ...schedules.sources];

/** The same event as our bus delivers it, and as a schedule sends it. */
const eventBridgeEvents = [hire, leave, status].flatMap(
  ({ type, timestamp, data }) => [
    { "detail-type": type, source: "local.hr", time: timestamp, detail: data },
    { source: "aws.scheduler", scheduledTime: timestamp, type, data },
  ],
);

test("an event of EventBridge is accepted or refused, and one of an unknown source has no effect", async () => {
  const { effects, deliver } = receivers();
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.jsonValue(),
        ...eventBridgeEvents.map((one) =>
          nearly(one).map((text) => parseJson(text)),
        ),
      ),
      fc.nat({ max: 9 }).map((number) => number > 0),
      async (written, isForeign) => {
        const isObject = typeof written === "object" && written !== null;
        const event: unknown =
          isForeign && isObject
            ? { ...written, source: "somebody.else" }
            : written;
        const before = { ...effects };
        // Any failure other than a refusal is thrown.
        const refusal = await deliver(event);
        if (
          sources.some(
            (source) => Reflect.get(Object(event), "source") === source,
          )
        )
          return;
        expect(refusal).toMatch(/^(?:unknown-source|not-an-event)$/);
        expect(effects).toEqual(before);
      },
    ),
    // The same code as behind HTTP takes these events, so less of the runs is enough.
    runsOf(60),
  );
});

function okta(type: string): Way {
  return ["events", (body) => asOkta("POST", body, { "content-type": type })];
}

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

/** A JSON object becomes a form with its fields, and other text a form with this text. Bytes stay unchanged. */
function formOf(body: Body): URLSearchParams | Uint8Array {
  if (typeof body !== "string") return body;
  const textOf = (value: unknown) =>
    typeof value === "string" ? value : JSON.stringify(value);
  try {
    const fields: unknown = JSON.parse(body);
    return new URLSearchParams(
      Object.entries(fields ?? {}).map(([name, value]): [string, string] => [
        name,
        textOf(value),
      ]),
    );
  } catch {
    return new URLSearchParams({ text: body });
  }
}

function fieldsWithoutToken(): object {
  const { token: _token, ...fields } = Object.fromEntries(
    mattermostCommand("Out for 1h"),
  );
  return fields;
}
