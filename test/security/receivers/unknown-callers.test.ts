import { expect, test } from "vitest";
import {
  createLocalCallers,
  createStatusWebhook,
} from "../../environments/parts/receivers.ts";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";
import { configured } from "./receivers-for-test.ts";
import { rows } from "../../fixtures/rows.ts";

const nowMs = Date.UTC(2026, 0, 31);
const seconds = String(nowMs / 1000);
/** Credentials for all schemes, in the right form and wrong. */
const forged: Record<string, string> = {
  authorization: "Bearer a-token-that-no-caller-has",
  "webhook-id": "msg_1",
  "webhook-timestamp": seconds,
  "webhook-signature": `v1,${Buffer.alloc(32, 7).toString("base64")}`,
  "x-slack-request-timestamp": seconds,
  "x-slack-signature": `v0=${"0".repeat(64)}`,
  "x-bamboohr-timestamp": "2026-01-31T00:00:00Z",
  "x-bamboohr-signature": "0".repeat(64),
  "x-vendor-id": "msg_1",
  "x-vendor-time": seconds,
  "x-vendor-signature": `sha512=${Buffer.alloc(64, 7).toString("base64")}`,
  "x-vendor-token": "a-token-that-no-caller-has",
  "x-signature-timestamp": seconds,
  "x-signature-ed25519": "0".repeat(128),
};
const handshake = {
  scheme: "header",
  header: "authorization",
  keys: ["the-shared-secret-of-okta"],
  scopes: [],
  handshake: "okta",
};
const bamboohr = { scheme: "bamboohr", keys: ["k".repeat(32)], scopes: [] };
const broken = { scheme: "slack", keys: ["short"], scopes: [] };
const callers = { ...configured, bamboohr, handshake };
/** A caller of each scheme, and names that are none. */
const names = [
  ...Object.keys({ ...localSecrets.callers, ...callers }),
  "broken",
  "nobody",
  "constructor",
];
const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };
const requests = rows<[string, Record<string, string>, string]>`
  without a content type and a body | ${{}} | ${""}
  with JSON | ${json} | {}
  with a form | ${form} | token=a&text=b
  with Slack's probe | ${form} | token=a&ssl_check=1
  with a message that is too large for a chat | ${form} | ${"a".repeat(33_000)}
  with forged credentials and JSON | ${{ ...forged, ...json }} | {}
  with forged credentials and a form | ${{ ...forged, ...form }} | a=b
  with forged credentials only | ${forged} | ${""}
  with HiBob's ping | ${{}} | Ping test
  with XML | ${{ "content-type": "text/xml" }} | <employee/>
  with a CloudEvent and forged credentials | ${{ ...forged, "content-type": "application/cloudevents+json" }} | {}
  with a challenge of Slack and forged credentials | ${{ ...forged, ...json }} | {"type":"url_verification","challenge":"abc"}
  with a body that is too large | ${json} | ${"a".repeat(257 * 1024)}
`;

let app: ReturnType<typeof createStatusWebhook>;

function start(more: Record<string, unknown>): void {
  const never = async () => {
    throw new Error("a stranger had an effect");
  };
  app = createStatusWebhook({
    callers: createLocalCallers(() => nowMs, more),
    store: {} as never,
    startWorkflow: never,
    zone: "UTC",
    nowMs: () => nowMs,
    sleepMs: never,
    http: never,
    log: recordLog().log,
    statusMaxLength: 140,
    statusPresets: {},
  });
}

async function ask(name: string, headers: object, body: string) {
  const answer = await app.request(`/status/${name}`, {
    method: "POST",
    headers: { ...headers },
    // A body of bytes: for a text, the request would have a content type.
    body: new TextEncoder().encode(body),
  });
  return {
    status: answer.status,
    headers: [...answer.headers],
    body: await answer.text(),
  };
}

// `test/shared/webhook/handshake.test.ts` has the answers to a GET.
test.each(requests)(
  "a stranger gets the same answer for each name in the path, also while an entry is invalid, %s",
  async (_, headers, body) => {
    start(callers);
    for (const status of [401, 503]) {
      const expected = await ask("nobody", headers, body);
      expect([200, 413, status]).toContain(expected.status);
      for (const name of names)
        expect(await ask(name, headers, body)).toEqual(expected);
      start({ ...callers, broken });
    }
  },
);
