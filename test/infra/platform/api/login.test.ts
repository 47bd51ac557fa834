import { describe, expect, test } from "vitest";
import { basic, platformForTest } from "../platform-for-test.ts";
import {
  byPassword,
  consumer,
  login,
  renewal,
  statusWith,
  tokensOf,
} from "./login-for-test.ts";

describe("login by password", () => {
  test.each([
    ["no consumer", byPassword, null],
    [
      "a wrong consumer secret",
      byPassword,
      basic("local-consumer-key", "wrong"),
    ],
    ["a consumer called constructor", byPassword, basic("constructor", "x")],
    ["a bearer token instead of the consumer", byPassword, "Bearer x"],
    [
      "a wrong password",
      byPassword.replace("service-password", "wrong"),
      consumer,
    ],
    [
      "an unknown user",
      byPassword.replace("username=service", "username=nobody"),
      consumer,
    ],
  ])("a login with %s is answered 401", async (_case, body, as) => {
    const platform = await platformForTest();
    const answer = await login(platform, body, { as });
    expect(answer.status).toBe(401);
    expect(answer.json()).toMatchObject({ error: { status: 401 } });
  });

  test.each([
    ["grant_type", byPassword.replace("grant_type=password&", "")],
    [
      "grant_type",
      byPassword.replace("grant_type=password", "grant_type=magic"),
    ],
    ["username", byPassword.replace("username=service&", "")],
    ["password", byPassword.replace("password=service-password&", "")],
    ["grant_type", JSON.stringify({ grant_type: "password" })],
    ["field", `${byPassword}&username=other`],
  ])("a payload with a wrong %s is answered 400", async (field, body) => {
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
