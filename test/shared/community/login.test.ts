import { describe, expect, test } from "vitest";
import { bearerAuth } from "../../../shared/community/authorizer.ts";
import { LoginRefusedError } from "../../../shared/community/errors.ts";
import {
  createLogin,
  type Login,
  type LoginOptions,
} from "../../../shared/community/login.ts";
import {
  clientDefaults,
  createClient,
} from "../../../shared/community/client.ts";
import { answer, answering } from "../../fixtures/fake-http.ts";
import { platformForTest } from "../../infra/platform/platform-for-test.ts";
import { rows } from "../../fixtures/rows.ts";

const oddPassword = "a&b=c d+é%";

function loginAt(authUrl: string, options: Partial<LoginOptions> = {}): Login {
  return createLogin({
    ...clientDefaults(),
    sleepMs: async () => undefined,
    authUrl,
    consumerKey: "local-consumer-key",
    consumerSecret: "local-consumer-secret",
    username: "service",
    password: "service-password",
    ...options,
  });
}

const authUrl = "https://store.example.test/auth";

describe("login request", () => {
  test("has a form-style string with percent-encoded values and a JSON content type", async () => {
    const http = answering(answer(200, { access_token: "a" }));
    const credentials = {
      username: "ada lovelace@x",
      password: oddPassword,
      consumerKey: "key",
      consumerSecret: "secret",
    };
    await loginAt(authUrl, { http, ...credentials }).withPassword();
    expect(http.requests).toMatchObject([
      {
        method: "POST",
        url: new URL("https://store.example.test/auth/login"),
        headers: {
          authorization: "Basic a2V5OnNlY3JldA==",
          "content-type": "application/json",
        },
        body: "grant_type=password&username=ada%20lovelace%40x&password=a%26b%3Dc%20d%2B%C3%A9%25&scope=PRODUCTION",
      },
    ]);
  });

  test("has the refresh token and never the password in a renewal", async () => {
    const http = answering(answer(200, { access_token: "a" }));
    await loginAt(`${authUrl}/`, { http, scope: "SANDBOX" }).renew("r+1/=");
    expect(http.requests[0]?.url.pathname).toBe("/auth/login");
    expect(http.requests[0]?.body).toBe(
      "grant_type=refresh_token&refresh_token=r%2B1%2F%3D&scope=SANDBOX",
    );
  });

  test("is not sent over http, except to loopback", () => {
    expect(() => loginAt("http://store.example.test")).toThrow(TypeError);
  });
});

describe("login response", () => {
  const whole = {
    access_token: "access",
    token_type: "bearer",
    refresh_token: "refresh",
    expires_in: 3600,
  };
  const token = {
    accessToken: "access",
    tokenType: "bearer",
    refreshToken: "refresh",
    lifetimeMs: 3_600_000,
  };

  test.each(rows<[string, unknown, unknown]>`
    with all fields | ${whole} | ${token}
    with additional fields | ${{ ...whole, scope: "x" }} | ${token}
    with the lifetime as text | ${{ ...whole, expires_in: "3600" }} | ${token}
    with a guard line | ${`throw 'x';\n${JSON.stringify(whole)}`} | ${token}
    with only the token | ${{ access_token: "access" }} | ${{ accessToken: "access", tokenType: "Bearer" }}
    with null fields | ${{ access_token: "access", token_type: null, refresh_token: null, expires_in: null }} | ${{ accessToken: "access", tokenType: "Bearer" }}
  `)("is accepted %s", async (_title, body, expected) => {
    const http = answering(answer(200, body));
    const given = await loginAt(authUrl, { http }).withPassword();
    // toEqual treats an absent field and an undefined one alike, as our code does.
    expect(given).toEqual(expected);
  });

  test.each([[0], [-1], ["-1"], ["never"], [""], [{}]])(
    "is accepted without a lifetime when expires_in is %j",
    async (expiresIn) => {
      const http = answering(answer(200, { ...whole, expires_in: expiresIn }));
      const given = await loginAt(authUrl, { http }).withPassword();
      expect(given).toEqual({ ...token, lifetimeMs: undefined });
    },
  );

  test.each([
    ["without a token", { expires_in: 3600 }],
    ["with an empty token", { ...whole, access_token: "" }],
    ["when it is not JSON", "<html>Sign in</html>"],
  ])("is rejected with an ApiShapeError %s", async (_title, body) => {
    const http = answering(answer(200, body));
    await expect(
      loginAt(authUrl, { http }).withPassword(),
    ).rejects.toMatchObject({ name: "ApiShapeError", path: "/login" });
  });
});

describe("refused login", () => {
  test.each([400, 401, 403])(
    "throws a LoginRefusedError after %d and is not repeated",
    async (status) => {
      const http = answering(answer(status));
      const error = await loginAt(authUrl, { http })
        .withPassword()
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(LoginRefusedError);
      expect(error).toHaveProperty("status", status);
      expect(http.requests).toHaveLength(1);
    },
  );

  test("a login that ended by an injected fault throws an ApiError, not a LoginRefusedError", async () => {
    const http = answering(answer(503));
    const login = loginAt(authUrl, { http, maxAttempts: 1 });
    await expect(login.withPassword()).rejects.toMatchObject({
      name: "ApiError",
      status: 503,
    });
  });
});

describe("login at the stand-in platform", () => {
  test("gives a token that acts as the user", async () => {
    const { authUrl: at, baseUrl, journal } = await platformForTest();
    const token = await loginAt(at).withPassword();
    expect(token.lifetimeMs).toBe(3_600_000);
    const authorizer = bearerAuth(token.accessToken);
    await createClient({ baseUrl, authorizer }).people.list().next();
    expect(journal.at(-1)).toMatchObject({ status: 200, requester: "service" });
  });

  test("sends a password with special characters unchanged", async () => {
    const platform = await platformForTest({
      serviceAccount: { username: "service", password: oddPassword },
    });
    const login = loginAt(platform.authUrl, { password: oddPassword });
    expect(await login.withPassword()).toHaveProperty("accessToken");
  });

  test("gives a token without a lifetime when the response has none", async () => {
    const platform = await platformForTest({ tokenLifetimeMs: undefined });
    const token = await loginAt(platform.authUrl).withPassword();
    expect(token.lifetimeMs).toBeUndefined();
  });

  test("gives new tokens in a renewal, after which the old refresh token is refused", async () => {
    const login = loginAt((await platformForTest()).authUrl);
    const { accessToken, refreshToken = "" } = await login.withPassword();
    const renewed = await login.renew(refreshToken);
    expect(renewed.accessToken).not.toBe(accessToken);
    await expect(login.renew(refreshToken)).rejects.toThrow(LoginRefusedError);
  });

  test.each([
    ["password", { password: "wrong" }],
    ["consumer secret", { consumerSecret: "wrong" }],
  ])("refuses a wrong %s", async (_title, options) => {
    const { authUrl: at } = await platformForTest();
    await expect(loginAt(at, options).withPassword()).rejects.toThrow(
      LoginRefusedError,
    );
  });
});
