import { expect, test } from "vitest";
import type { Platform } from "../../../../infra/platform/start-platform.ts";
import { rows } from "../../../fixtures/rows.ts";
import { call, logIn, platformForTest } from "../platform-for-test.ts";

/** The status of a call with this token. */
async function statusWith(platform: Platform, { access_token }: Tokens) {
  const as = `Bearer ${access_token}`;
  return (await call(platform, "GET", "/people", { as })).status;
}
type Tokens = Awaited<ReturnType<typeof logIn>>;

test.each(rows<[string, Record<string, string>]>`
  no scope | ${{}}
  an empty scope | ${{ scope: "" }}
`)("a login and a renewal are accepted with %s", async (_, scope) => {
  const platform = await platformForTest();
  const renew = ({ refresh_token }: Tokens, more: Record<string, string>) =>
    logIn(platform, { grant_type: "refresh_token", refresh_token, ...more });
  const first = await logIn(platform, {
    grant_type: "password",
    username: "service",
    password: "service-password",
    ...scope,
  });
  expect(await statusWith(platform, first)).toBe(200);
  const second = await renew(first, scope);
  expect(await statusWith(platform, second)).toBe(200);
  // The login without a scope has granted the scope that the interface shows.
  const third = await renew(second, { scope: "PRODUCTION" });
  expect(await statusWith(platform, third)).toBe(200);
});

test("an access token expires after its lifetime, and not before", async () => {
  let nowMs = 0;
  const platform = await platformForTest({
    nowMs: () => nowMs,
    tokenLifetimeMs: 60_000,
  });
  const tokens = await logIn(platform);
  nowMs = 59_999;
  expect(await statusWith(platform, tokens)).toBe(200);
  nowMs = 60_000;
  expect(await statusWith(platform, tokens)).toBe(401);
});
