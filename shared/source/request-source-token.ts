import * as z from "zod/mini";
import { LoginRefusedError } from "../community/errors.ts";
import type { Login, Token } from "../community/login.ts";
import { parseJson } from "../parse-json.ts";
import type { PublicRequest } from "../public-request.ts";
import { SourceError, failureOfAnswer } from "./source-error.ts";
import type { NamedSource, Source } from "./sources-secret.ts";

export type ClientCredentials = Extract<Source["auth"], { type: "oauth2" }>;

/** From the call to the last byte of the answer, in ms. */
export const tokenTimeoutMs = 4_000;
const maxAnswerBytes = 64 * 1024;

/** RFC 6749, §5.1. A type other than Bearer would be sent in another way. */
const tokenSchema = z.looseObject({
  access_token: z.string().check(z.regex(/^[!-~]{1,16000}$/)),
  token_type: z._default(z.string().check(z.regex(/^bearer$/i)), "Bearer"),
  // Some servers send 0 or -1 for "never expires".
  expires_in: z.catch(
    z.optional(z.coerce.number().check(z.positive())),
    undefined,
  ),
});

/**
 * Asks for a token by the client's credentials (RFC 6749, §4.4). There is no refresh token (§4.4.3), so a renewal is
 * the same request.
 */
export function createSourceLogin(
  { name }: NamedSource,
  auth: ClientCredentials,
  request: PublicRequest,
  nowMs: () => number = Date.now,
): Login {
  const logIn = () =>
    request(
      new URL(auth.tokenUrl),
      {
        ...requestOf(auth),
        limits: { totalTimeoutMs: tokenTimeoutMs, maxBytes: maxAnswerBytes },
      },
      async (head, readBody): Promise<Token> => {
        const failure = failureOfAnswer(name, head, nowMs);
        // Also 400, the answer to wrong credentials in the form (§5.2). No login is sent for a time after this error.
        if (failure?.code === "source-refused")
          throw new LoginRefusedError(head.status);
        if (failure) throw failure;
        const text = Buffer.from(await readBody()).toString();
        const parsed = tokenSchema.safeParse(parseJson(text));
        if (!parsed.success) throw new SourceError("source-unreadable", name);
        const { access_token, expires_in } = parsed.data;
        return {
          accessToken: access_token,
          tokenType: "Bearer",
          lifetimeMs: expires_in && expires_in * 1000,
        };
      },
    );
  return { withPassword: logIn, renew: logIn };
}

/** The client's credentials are in a header or in the form (RFC 6749, §2.3.1). */
function requestOf({
  clientId,
  clientSecret,
  scope,
  credentials,
}: ClientCredentials) {
  const form = new URLSearchParams({ grant_type: "client_credentials" });
  if (scope !== undefined) form.set("scope", scope);
  if (credentials === "form") {
    form.set("client_id", clientId);
    form.set("client_secret", clientSecret);
  }
  const basic = `${formEncoded(clientId)}:${formEncoded(clientSecret)}`;
  return {
    method: "POST",
    headers: {
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
      "user-agent": "community-automation (records)",
      ...(credentials === "basic" && {
        authorization: `Basic ${Buffer.from(basic).toString("base64")}`,
      }),
    },
    body: form.toString(),
  } as const;
}

/** In the header, both are written as in a form, so that a colon in the id is no separator. */
function formEncoded(text: string): string {
  return new URLSearchParams({ "": text }).toString().slice(1);
}
