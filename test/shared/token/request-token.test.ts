import { describe, expect, test } from "vitest";
import type { Login, Token } from "../../../shared/community/login.ts";
import { dayMs } from "../../../shared/durations.ts";
import { requestToken } from "../../../shared/token/request-token.ts";
import { rows } from "../../fixtures/rows.ts";

const token: Token = { accessToken: "token-1", tokenType: "Bearer" };

function loginThat(answers: Partial<Login>): Login {
  const unexpected = () => Promise.reject(new Error("not expected"));
  return { withPassword: unexpected, renew: unexpected, ...answers };
}

function request(login: Partial<Login>, refreshToken?: string) {
  return requestToken({
    login: loginThat(login),
    refreshToken,
    nowMs: () => 1000,
  });
}

test.each(rows<[string, number | undefined, number]>`
  follows the lifetime that the platform sends | ${7000} | ${8000}
  is ten minutes after the login when the platform sends no lifetime | ${undefined} | ${601_000}
  is ten minutes after the login when the platform sends zero | ${0} | ${601_000}
  is ten minutes after the login when the platform sends -1 for never | ${-1} | ${601_000}
  is ten minutes after the login when the platform sends NaN | ${NaN} | ${601_000}
  comes after a day when the platform sends a lifetime of centuries | ${9e18} | ${1000 + dayMs}
`)("the end of a token %s", async (_title, lifetimeMs, expiresAtMs) => {
  const withPassword = async () => ({ ...token, lifetimeMs });
  expect(await request({ withPassword })).toMatchObject({ expiresAtMs });
});

describe("renewal", () => {
  test("replaces the old refresh token by a new one", async () => {
    const renew = async () => ({ ...token, refreshToken: "refresh-2" });
    expect(await request({ renew }, "refresh-1")).toMatchObject({
      refreshToken: "refresh-2",
    });
  });

  test("keeps the old refresh token when it gets no new one", async () => {
    const renew = async () => token;
    expect(await request({ renew }, "refresh-1")).toMatchObject({
      refreshToken: "refresh-1",
    });
  });

  test("does not send the password after it got no answer", async () => {
    const renew = () => Promise.reject(new Error("reset"));
    await expect(request({ renew }, "refresh-1")).rejects.toThrow("reset");
  });
});

test("requestToken returns no refresh token when the login has none", async () => {
  expect(await request({ withPassword: async () => token })).not.toHaveProperty(
    "refreshToken",
  );
});
