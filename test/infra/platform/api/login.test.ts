import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { Platform } from "../../../../infra/platform/start-platform.ts";
import { basic, call, platformForTest } from "../platform-for-test.ts";
import { rows } from "../../../fixtures/rows.ts";

/** The Authorization header of the developer key. */
const consumer = basic("local-consumer-key", "local-consumer-secret");

/** The payload of a login by the service account. */
const byPassword =
  "grant_type=password&username=service&password=service-password&scope=PRODUCTION";

/** Sends a payload to the login. */
function login(
  platform: Platform,
  body: string,
  {
    as = consumer,
    type = "application/json",
  }: { as?: string | null; type?: string } = {},
) {
  return call(platform, "POST", `${platform.authUrl}/login`, {
    as,
    body,
    headers: { "content-type": type },
  });
}

const tokensSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
});

/** Logs in or renews, and returns the tokens of the answer. */
async function tokensOf(platform: Platform, body = byPassword) {
  return tokensSchema.parse((await login(platform, body)).json());
}

/** The status of a call with this token. */
async function statusWith(
  platform: Platform,
  token: string,
  scheme = "Bearer",
) {
  return (await call(platform, "GET", "/people", { as: `${scheme} ${token}` }))
    .status;
}

/** The payload of a renewal. */
function renewal(refreshToken: string) {
  return `grant_type=refresh_token&refresh_token=${refreshToken}&scope=PRODUCTION`;
}

describe("login by password", () => {
  test.each(rows`
    grant_type | ${byPassword.replace("grant_type=password&", "")}
    grant_type | ${byPassword.replace("grant_type=password", "grant_type=magic")}
    username | ${byPassword.replace("username=service&", "")}
    password | ${byPassword.replace("password=service-password&", "")}
    grant_type | ${JSON.stringify({ grant_type: "password" })}
    field | ${`${byPassword}&username=other`}
  `)("a payload with a wrong %s is answered 400", async (field, body) => {
    const platform = await platformForTest();
    const answer = await login(platform, body);
    // Read as a form, JSON is one unknown field name, so the first required field is missing.
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(new RegExp(`${field}|scope`));
    expect(answer.text).not.toContain("service-password");
  });

  test.each(["", "&scope="])(
    "a login and a renewal are accepted without a scope (%j)",
    async (scope) => {
      const platform = await platformForTest();
      const withoutScope = (body: string) =>
        body.replace("&scope=PRODUCTION", scope);
      const first = await tokensOf(platform, withoutScope(byPassword));
      expect(await statusWith(platform, first.access_token)).toBe(200);
      const second = await tokensOf(
        platform,
        withoutScope(renewal(first.refresh_token)),
      );
      expect(await statusWith(platform, second.access_token)).toBe(200);
      // The login without a scope has granted the scope that the interface shows.
      const third = await tokensOf(platform, renewal(second.refresh_token));
      expect(await statusWith(platform, third.access_token)).toBe(200);
    },
  );
});

describe("token", () => {
  test("an access token expires after its lifetime, and not before", async () => {
    let nowMs = 0;
    const platform = await platformForTest({
      nowMs: () => nowMs,
      tokenLifetimeMs: 60_000,
    });
    const { access_token } = await tokensOf(platform);
    nowMs = 59_999;
    expect(await statusWith(platform, access_token)).toBe(200);
    nowMs = 60_000;
    expect(await statusWith(platform, access_token)).toBe(401);
  });
});
