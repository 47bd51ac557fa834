import { LoginRefusedError } from "../community/errors.ts";
import type { Login, Token } from "../community/login.ts";
import type { IssuedToken } from "./token-store.ts";
import { dayMs } from "../durations.ts";

// Some servers send a lifetime of centuries for "never". We use a day at most: DynamoDB deletes the item after two.
const longestLifetimeMs = dayMs;
/** The lifetime of a token for which the platform sends none above zero. */
const defaultLifetimeMs = 10 * 60 * 1000;

/**
 * Renews by the refresh token. Logs in by password when there is no refresh token, or when it is refused. The lifetime
 * of the token counts from before the request, because its end must not be later than at the platform.
 *
 * @throws the errors of `login`
 */
export async function requestToken({
  login,
  refreshToken,
  nowMs,
}: {
  login: Login;
  refreshToken: string | undefined;
  nowMs: () => number;
}): Promise<IssuedToken> {
  const startedAtMs = nowMs();
  const token =
    refreshToken === undefined
      ? await login.withPassword()
      : await renewOrLogIn(login, refreshToken);
  const { lifetimeMs: sentMs = 0 } = token;
  const lifetimeMs = sentMs > 0 ? sentMs : defaultLifetimeMs;
  return {
    accessToken: token.accessToken,
    tokenType: token.tokenType,
    ...(token.refreshToken !== undefined && {
      refreshToken: token.refreshToken,
    }),
    expiresAtMs: startedAtMs + Math.min(lifetimeMs, longestLifetimeMs),
  };
}

async function renewOrLogIn(
  login: Login,
  refreshToken: string,
): Promise<Token> {
  try {
    // After a renewal without a new refresh token, the old one stays valid (RFC 6749, §6).
    const token = await login.renew(refreshToken);
    return { ...token, refreshToken: token.refreshToken ?? refreshToken };
  } catch (error) {
    if (!(error instanceof LoginRefusedError)) throw error;
    return login.withPassword();
  }
}
