import { describe, expect, test } from "vitest";
import { slackScheme } from "../../../shared/webhook/schemes/vendors.ts";
import { rows } from "../../fixtures/rows.ts";
import { problemOf, useReceiver } from "./receiver-for-test.ts";

const oktaToken = "the-shared-secret-of-okta";
const slackKey = "the-signing-secret-of-slack";
const receiver = useReceiver({
  callers: {
    okta: {
      scheme: "header",
      header: "authorization",
      keys: [oktaToken],
      scopes: ["onboard"],
      handshake: "okta",
    },
    slack: { scheme: "slack", keys: [slackKey], scopes: ["status:own"] },
  },
});

/** It has the form of the example in Okta's documentation. */
const challenge = "Me_rShK8JHsTnbyYrWXCEoMGbM_zsZ6k0hLPZ_Pg";

const get = (
  headers: Record<string, string>,
  path = "/notes/okta",
): Promise<Response> =>
  Promise.resolve(receiver().app.request(path, { headers }));
const withChallenge = (authorization: string, value = challenge) => ({
  authorization,
  "x-okta-verification-challenge": value,
});

describe("Okta's verification", () => {
  test("is answered with its challenge, and has no effect", async () => {
    const answer = await get(withChallenge(oktaToken));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ verification: challenge });
    expect(await receiver().ids()).toEqual([]);
  });

  test("gets one answer if a stranger sends it, whether or not the path names a caller", async () => {
    const names = ["okta", "bot", "slack", "nobody"];
    const texts = new Set<string>();
    for (const name of names) {
      const headers = withChallenge("another-secret-of-okta");
      const answer = await get(headers, `/notes/${name}`);
      expect(answer.status).toBe(401);
      texts.add(await answer.text());
    }
    expect(texts.size).toBe(1);
    expect([...texts].join()).not.toContain(challenge);
  });

  test.each([
    ["too short", "a".repeat(15)],
    ["too long", "a".repeat(129)],
    ["markup", `<script>${challenge}</script>`],
    ["a list of two", `${challenge}, ${challenge}`],
  ])("is refused without an echo if its challenge is %s", async (_, value) => {
    const answer = await get(withChallenge(oktaToken, value));
    expect(answer.status).toBe(400);
    expect((await problemOf(answer)).text).not.toContain(value);
  });

  test.each(rows<[string, string, Record<string, string>]>`
    of a caller without this handshake | bot | ${withChallenge("Bearer the-token-of-bot")}
    without a challenge | okta | ${{ authorization: oktaToken }}
    without a challenge, to another caller | bot | ${{ authorization: oktaToken }}
    without a challenge, to no caller | nobody | ${{ authorization: oktaToken }}
  `)("is answered 405 like any GET if it is %s", async (_, name, headers) => {
    const answer = await get(headers, `/notes/${name}`);
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("POST");
  });
});

const post = (path: string, body: string, headers = {}): Promise<Response> =>
  Promise.resolve(
    receiver().app.request(path, { method: "POST", headers, body }),
  );

describe("HiBob's ping", () => {
  test.each(["Ping test", '"Ping test"', '{"text":"Ping test"}'])(
    "is answered 200 without effect for %s, whatever the path and without a signature",
    async (body) => {
      for (const name of ["hr", "bot", "nobody"]) {
        const answer = await post(`/notes/${name}`, body);
        expect(answer.status).toBe(200);
        expect(await answer.text()).toBe("");
      }
      expect(await receiver().ids()).toEqual([]);
    },
  );

  test.each([
    "Ping test!",
    "ping test",
    '{"text":"Ping test","more":1}',
    '["Ping test"]',
    `${" ".repeat(2_000)}Ping test`,
  ])("is nothing else: %j needs a signature", async (body) => {
    expect((await post("/notes/hr", body)).status).toBe(401);
  });
});

describe("Slack's verification of a URL", () => {
  const verify = (value: unknown, key = slackKey) => {
    const body = JSON.stringify({
      token: "deprecated",
      challenge: value,
      type: "url_verification",
    });
    const seconds = Math.floor(receiver().time.nowMs() / 1000);
    return post("/notes/slack", body, {
      ...slackScheme.sign({}, key, {
        id: "",
        timestamp: String(seconds),
        body,
      }),
      "content-type": "application/json",
    });
  };

  test("is answered with its challenge", async () => {
    const answer = await verify("3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7");
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      challenge: "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7",
    });
  });

  test("is refused if it is not signed by Slack, is of another caller, or has a challenge of another form", async () => {
    expect((await verify("abc", "another-signing-secret")).status).toBe(401);
    for (const other of ["", "a b", "<b>", "a".repeat(257), 7, undefined])
      expect((await verify(other)).status).toBe(400);
    const ofAnother = JSON.stringify({
      challenge: "abc",
      type: "url_verification",
    });
    const authorization = "Bearer the-token-of-bot";
    const answer = await post("/notes/bot", ofAnother, { authorization });
    expect(answer.status).toBe(415);
    expect(await receiver().ids()).toEqual([]);
  });
});
