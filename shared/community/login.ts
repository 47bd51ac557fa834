import * as z from "zod/mini";
import { parseResponse } from "./json-body.ts";
import { requireBaseUrl } from "./require-parameter.ts";
import { basicAuth } from "./authorizer.ts";
import { ApiError, LoginRefusedError } from "./errors.ts";
import { optionalField } from "./entity.ts";
import {
  type Call,
  createTransport,
  type TransportOptions,
} from "./transport.ts";

/** The result of a login. `lifetimeMs` is undefined when the response has no lifetime. */
export type Token = {
  accessToken: string;
  /** `Bearer` when the response has no type. */
  tokenType: string;
  refreshToken?: string | undefined;
  lifetimeMs?: number | undefined;
};

export type Login = {
  /** @throws LoginRefusedError when the platform refuses the credentials */
  withPassword(): Promise<Token>;
  /** @throws LoginRefusedError when the platform refuses the refresh token */
  renew(refreshToken: string): Promise<Token>;
};

export type LoginOptions = Omit<TransportOptions, "origin" | "authorizer"> & {
  /** The login endpoint is `{authUrl}/login`. */
  authUrl: string;
  consumerKey: string;
  consumerSecret: string;
  username: string;
  password: string;
  /** @default "PRODUCTION" */
  scope?: string;
};

/** Characters that a header may have (RFC 6750, §2.1). Servers limit all headers together to about this length. */
const headerText = z.string().check(z.regex(/^[!-~]{1,16000}$/));

// The response is not documented. We read the fields of OAuth (RFC 6749, §5.1) and require only the token.
const tokenSchema = z.looseObject({
  access_token: headerText,
  // A token type or a refresh token that no header can contain counts as absent.
  token_type: z.catch(
    optionalField(z.string().check(z.regex(/^[\w.+-]{1,100}$/))),
    undefined,
  ),
  refresh_token: z.catch(optionalField(headerText), undefined),
  // Some servers send 0 or -1 for "never expires". That is not a lifetime, but the token is still good.
  expires_in: z.catch(
    optionalField(z.coerce.number().check(z.positive())),
    undefined,
  ),
});

/** The login endpoint (docs/interface.md, §5). A login is idempotent, so it is retried like a read. */
export function createLogin({
  authUrl,
  consumerKey,
  consumerSecret,
  username,
  password,
  scope = "PRODUCTION",
  ...transportOptions
}: LoginOptions): Login {
  const url = new URL(`${requireBaseUrl("authUrl", authUrl)}/login`);
  const send = createTransport({
    ...transportOptions,
    origin: url.origin,
    authorizer: basicAuth(consumerKey, consumerSecret),
  });

  async function postLogin(grant: Record<string, string>): Promise<Token> {
    const call: Call = {
      method: "POST",
      url,
      path: "/login",
      // Intentionally a form-style string with a JSON content type: docs/interface.md, §5.
      headers: { "content-type": "application/json" },
      body: formString({ ...grant, scope }),
      idempotent: true,
    };
    const response = await send(call).catch(throwRefusal);
    const token = parseResponse(call, response, tokenSchema);
    return {
      accessToken: token.access_token,
      tokenType: token.token_type ?? "Bearer",
      refreshToken: token.refresh_token,
      lifetimeMs: token.expires_in && token.expires_in * 1000,
    };
  }

  return {
    withPassword: () =>
      postLogin({ grant_type: "password", username, password }),
    renew: (refreshToken) =>
      postLogin({ grant_type: "refresh_token", refresh_token: refreshToken }),
  };
}

function formString(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
}

function throwRefusal(error: unknown): never {
  if (error instanceof ApiError && [400, 401, 403].includes(error.status))
    throw new LoginRefusedError(error.status, error);
  throw error;
}
