import { describe, expect, test } from "vitest";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { bearerAuth } from "../../../shared/community/authorizer.ts";
import {
  clientDefaults,
  createClient,
} from "../../../shared/community/client.ts";
import { LoginRefusedError } from "../../../shared/community/errors.ts";
import {
  createLogin,
  type Login,
  type LoginOptions,
} from "../../../shared/community/login.ts";
import { answer, answering } from "../../fixtures/fake-http.ts";
import { rows } from "../../fixtures/rows.ts";
import { platformForTest } from "../../infra/platform/platform-for-test.ts";

const authUrl = "https://store.example.test/auth";
const oddPassword = "a&b=c d+é%";

function loginAt(at: string, options: Partial<LoginOptions> = {}): Login {
  return createLogin({
    ...clientDefaults(),
    sleepMs: async () => undefined,
    authUrl: at,
    ...localSecrets.community,
    ...options,
  });
}

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
    expect(() => loginAt("http://127.0.0.1:9")).not.toThrow();
  });
});

const given = {
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
const least = { accessToken: "access", tokenType: "Bearer" };
const nothing = { token_type: null, refresh_token: null, expires_in: null };

// test/security/outbound/platform-answers.test.ts has the values that are refused or ignored.
test.each(rows<[string, unknown, object]>`
  with all fields and more   | ${{ ...given, scope: "x" }}                  | ${token}
  with the lifetime as text  | ${{ ...given, expires_in: "3600" }}          | ${token}
  with a lifetime of 0       | ${{ ...given, expires_in: 0 }}               | ${{ ...token, lifetimeMs: undefined }}
  with a guard line          | ${`throw 'x';\n${JSON.stringify(given)}`}    | ${token}
  with only the token        | ${{ access_token: "access" }}                | ${least}
  with null in other fields  | ${{ access_token: "access", ...nothing }}    | ${least}
`)("a login response is accepted %s", async (_title, body, expected) => {
  const http = answering(answer(200, body));
  // toEqual treats an absent field and an undefined one alike, as our code does.
  expect(await loginAt(authUrl, { http }).withPassword()).toEqual(expected);
});

test.each(rows<[string, number, unknown]>`
  LoginRefusedError | ${400} |
  LoginRefusedError | ${401} |
  LoginRefusedError | ${403} |
  ApiError          | ${503} |
  ApiShapeError     | ${200} | ${{ expires_in: 3600 }}
  ApiShapeError     | ${200} | <html>Sign in</html>
`)(
  "a login throws a %s after %d %j, and is sent once",
  async (name, status, body) => {
    const http = answering(answer(status, body));
    const login = loginAt(authUrl, {
      http,
      // Only a 503 would be repeated, so it has one attempt.
      ...(status > 500 && { maxAttempts: 1 }),
    });
    await expect(login.withPassword()).rejects.toMatchObject({ name });
    expect(http.requests).toHaveLength(1);
  },
);

describe("login at the stand-in platform", () => {
  test("gives a token that acts as the user, with any characters in the password", async () => {
    const platform = await platformForTest({
      serviceAccount: { username: "service", password: oddPassword },
    });
    const login = loginAt(platform.authUrl, { password: oddPassword });
    const { accessToken, lifetimeMs } = await login.withPassword();
    expect(lifetimeMs).toBe(3_600_000);
    const authorizer = bearerAuth(accessToken);
    const { baseUrl, journal } = platform;
    await createClient({ baseUrl, authorizer }).people.list().next();
    expect(journal.at(-1)).toMatchObject({ status: 200, requester: "service" });
  });

  test("gives new tokens in a renewal, after which the old refresh token is refused", async () => {
    const login = loginAt((await platformForTest()).authUrl);
    const { accessToken, refreshToken = "" } = await login.withPassword();
    const renewed = await login.renew(refreshToken);
    expect(renewed.accessToken).not.toBe(accessToken);
    await expect(login.renew(refreshToken)).rejects.toThrow(LoginRefusedError);
  });
});
