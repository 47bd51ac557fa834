import fc from "fast-check";
import { expect, test } from "vitest";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { parseJson } from "../../../shared/parse-json.ts";
import { rows } from "../../fixtures/rows.ts";
import { requestOfGoogleChat } from "../../functions/status-relay/chat-requests.ts";
import { anyBody, bombs, bodiesNear } from "./hostile.ts";
import {
  type AttackedReceiver,
  checkAnswer,
  recordedAtMs,
  runsOf,
  useReceivers,
} from "./receivers-for-test.ts";
import {
  asOkta,
  asOperator,
  bambooHire,
  bytesOf,
  cloudEventOf,
  commands,
  events,
  requestTo,
  type SchemeName,
  signedRequest,
} from "./senders.ts";
import type { WireRequest } from "./wire.ts";

const receivers = useReceivers();

type Body = string | Uint8Array;
type WayTo = (body: Body) => WireRequest;
const structured = "application/cloudevents+json";
const batch = "application/cloudevents-batch+json";
const form = "application/x-www-form-urlencoded";
const { hire, adopt, leave, status } = events;
const release = { operations: ["op_AAAAAAAAAAAAAAAAAAAAAA"], hours: 2 };
const genuine = fromGoogle("Out for 1h");

let ids = 0;
/** A request of the caller with this scheme. */
const to =
  (receiver: AttackedReceiver, scheme: SchemeName, type?: string): WayTo =>
  (body) =>
    signedRequest(receiver, scheme, body, {
      id: `f_${++ids}`,
      ...(type && { type }),
    });
const withForm =
  (scheme: SchemeName): WayTo =>
  (body) =>
    signedRequest("status", scheme, formOf(body));
const releaseWith: WayTo = (body) =>
  asOperator("POST", "/operations/release", { body });
/** A text of even length is a part of the path, and any other one is a part of the query. */
const askWith: WayTo = (body) => {
  const text = Buffer.from(body).toString("latin1");
  return text.length % 2 === 0
    ? asOperator("GET", `/operations/${text}`)
    : asOperator("GET", "/operations", {
        query: `employeeId=${encodeURIComponent(text)}`,
      });
};

/** The sender | the receiver | a genuine request of the sender with any body | valid bodies. */
const ways = rows<[string, AttackedReceiver, WayTo, object[]]>`
  Standard Webhooks | events | ${to("events", "standard-webhooks")} | ${[hire, adopt, leave, status]}
  BambooHR | events | ${to("events", "bamboohr")} | ${[bambooHire as object]}
  a token, a CloudEvent | events | ${to("events", "bearer", structured)} | ${[cloudEventOf(hire)]}
  a token, CloudEvents | events | ${to("events", "bearer", batch)} | ${[[cloudEventOf(status)]]}
  Okta, a form | events | ${(body: Body) => asOkta(body, form)} | ${[cloudEventOf(leave)]}
  a status by HMAC | status | ${to("status", "hmac")} | ${[status]}
  Slack | status | ${withForm("slack")} | ${[commands.slack]}
  Teams, whose time is in the body | status | ${to("status", "teams")} | ${[commands.teams]}
  Mattermost, whose token is in the body | status | ${withForm("mattermost")} | ${[commands.mattermost]}
  Google Chat, whose token is in the body | status | ${(body: Body) => ({ ...genuine, body: bytesOf(body) })} | ${[JSON.parse(Buffer.from(genuine.body).toString())]}
  a release by an operator | operations | ${releaseWith} | ${[release]}
  a query or a path of an operator | operations | ${askWith} | ${[release]}
`;

test.each(ways)(
  "any body is accepted or refused, never answered as our outage, and pollutes no prototype: %s",
  async (sender, receiver, requestOf, bodies) => {
    const check = async (body: Body) => {
      const answer = await receivers().send(receiver, requestOf(body));
      const { status: answered } = checkAnswer(answer);
      // A body without its time or token is not authentic.
      if (answered === 401 && !sender.endsWith("in the body"))
        throw new Error("answered 401");
    };
    // One parser of JSON reads the bodies of all senders.
    if (sender === "Standard Webhooks")
      for (const body of Object.values(bombs(bodies[0]!))) await check(body);
    const near = bodies.map((one) => bodiesNear(one));
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
          bodiesNear(one).map((text) => parseJson(text)),
        ),
      ),
      // Nine of ten events come from an unknown source.
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
        const source: unknown = Reflect.get(Object(event), "source");
        if (sources.some((known) => known === source)) return;
        expect(refusal).toMatch(/^(?:unknown-source|not-an-event)$/);
        expect(effects).toEqual(before);
      },
    ),
    // The code behind HTTP takes these events, too, so fewer runs are enough.
    runsOf(60),
  );
});

function fromGoogle(text: string): WireRequest {
  const typed = { text, userId: "users/777", atMs: recordedAtMs };
  const { body, headers } = requestOfGoogleChat(typed);
  const written = Object.fromEntries(new Headers(headers));
  return requestTo("/status/google-chat", written, body);
}

/** A JSON object becomes a form with its fields, and other text a form with this text. Bytes stay unchanged. */
function formOf(body: Body): URLSearchParams | Uint8Array {
  if (typeof body !== "string") return body;
  const parsed = parseJson(body);
  const fields = parsed === undefined ? { text: body } : parsed;
  return new URLSearchParams(
    Object.entries(fields ?? {}).map(([name, value]): [string, string] => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
}
