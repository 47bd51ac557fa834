import * as z from "zod/mini";
import { readJson, requireBaseUrl } from "./api.ts";
import { basicAuth } from "./authorizer.ts";
import { ApiError, LoginRefusedError } from "./errors.ts";
import { maybe } from "./maybe.ts";
import {
  type Call,
  createTransport,
  type TransportOptions,
} from "./transport.ts";

/** What a login gave. `lifetimeMs` is undefined when the platform did not tell. */
export type Token = {
  accessToken: string;
  /** As told; `Bearer` when not. Schemes compare without case. */
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
  /** Login is at `{authUrl}/login`. */
  authUrl: string;
  consumerKey: string;
  consumerSecret: string;
  username: string;
  password: string;
  /** @default "PRODUCTION" */
  scope?: string;
};

/** What can stand in a header (RFC 6750, §2.1), and no longer than what servers take for all headers together. */
const headerText = z.string().check(z.regex(/^[!-~]{1,16000}$/));

// The answer's shape is not documented: read what OAuth calls these fields (RFC 6749, §5.1), demand only the token.
const tokenSchema = z.looseObject({
  access_token: headerText,
  // A scheme or a token that could never be sent tells as little as none.
  token_type: z.catch(
    maybe(z.string().check(z.regex(/^[\w.+-]{1,100}$/))),
    undefined,
  ),
  refresh_token: z.catch(maybe(headerText), undefined),
  // Some say 0 or -1 for "never": that tells no lifetime, and is no reason to go without the token.
  expires_in: z.catch(maybe(z.coerce.number().check(z.positive())), undefined),
});

/** The login endpoint (the API document, §5). A login repeated is as good as one, so it is retried like a read. */
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

  async function obtain(grant: Record<string, string>): Promise<Token> {
    const call: Call = {
      method: "POST",
      url,
      path: "/login",
      // Intentionally a form-style string under a JSON content type: so the document wants it.
      headers: { "content-type": "application/json" },
      body: formString({ ...grant, scope }),
      idempotent: true,
    };
    const answer = readJson(call, await send(call).catch(refuse), tokenSchema);
    return {
      accessToken: answer.access_token,
      tokenType: answer.token_type ?? "Bearer",
      refreshToken: answer.refresh_token,
      lifetimeMs: answer.expires_in && answer.expires_in * 1000,
    };
  }

  return {
    withPassword: () => obtain({ grant_type: "password", username, password }),
    renew: (refreshToken) =>
      obtain({ grant_type: "refresh_token", refresh_token: refreshToken }),
  };
}

function formString(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
}

function refuse(error: unknown): never {
  if (error instanceof ApiError && [400, 401, 403].includes(error.status))
    throw new LoginRefusedError(error.status, error);
  throw error;
}
