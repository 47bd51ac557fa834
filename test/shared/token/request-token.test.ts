import { describe, expect, test } from "vitest";
import type { Login, Token } from "../../../shared/community/login.ts";
import { requestToken } from "../../../shared/token/request-token.ts";

const dayMs = 24 * 60 * 60 * 1000;
const token: Token = { accessToken: "token-1", tokenType: "Bearer" };

function loginThat(answers: Partial<Login>): Login {
  const unexpected = () => Promise.reject(new Error("not expected"));
  return { withPassword: unexpected, renew: unexpected, ...answers };
}

function request(login: Partial<Login>, refreshToken?: string) {
  return requestToken({
    login: loginThat(login),
    refreshToken,
    defaultLifetimeMs: 5000,
    nowMs: () => 1000,
  });
}

describe("the end of a token", () => {
  test.each([
    ["is as told", 7000, 8000],
    ["is a configured one when the platform tells none", undefined, 6000],
    ["is a configured one when the platform tells zero", 0, 6000],
    ["is a configured one when the platform tells -1 for never", -1, 6000],
    ["is a configured one when the platform tells no number", NaN, 6000],
    ["is after a day when the platform tells centuries", 9e18, 1000 + dayMs],
  ])("%s", async (_title, lifetimeMs, expiresAtMs) => {
    const withPassword = async () => ({ ...token, lifetimeMs });
    expect(await request({ withPassword })).toMatchObject({ expiresAtMs });
  });
});

describe("a renewal", () => {
  test("that gives a new refresh token replaces the old one", async () => {
    const renew = async () => ({ ...token, refreshToken: "refresh-2" });
    expect(await request({ renew }, "refresh-1")).toMatchObject({
      refreshToken: "refresh-2",
    });
  });

  test("that gives none leaves the old one good", async () => {
    const renew = async () => token;
    expect(await request({ renew }, "refresh-1")).toMatchObject({
      refreshToken: "refresh-1",
    });
  });

  test("that got no answer does not send the password after it", async () => {
    const renew = () => Promise.reject(new Error("reset"));
    await expect(request({ renew }, "refresh-1")).rejects.toThrow("reset");
  });
});

test("a login without a refresh token leaves none", async () => {
  expect(await request({ withPassword: async () => token })).not.toHaveProperty(
    "refreshToken",
  );
});
