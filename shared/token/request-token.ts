import { LoginRefusedError } from "../community/errors.ts";
import type { Login, Token } from "../community/login.ts";
import type { IssuedToken } from "./token-item.ts";

// Some servers tell centuries for "never". Our own end is a day, which also keeps the item ahead of its sweep.
const LONGEST_LIFETIME_MS = 24 * 60 * 60 * 1000;

type RequestOptions = {
  login: Login;
  refreshToken: string | undefined;
  /** Taken where the platform tells no lifetime, or none above zero. */
  defaultLifetimeMs: number;
  nowMs: () => number;
};

/**
 * Renews by the refresh token where there is one, else logs in by password; also when the refresh token is refused.
 * The token's end counts from before the request, so that it is never later than the platform's.
 *
 * @throws what `login` throws
 */
export async function requestToken({
  login,
  refreshToken,
  defaultLifetimeMs,
  nowMs,
}: RequestOptions): Promise<IssuedToken> {
  const startedAtMs = nowMs();
  const token =
    refreshToken === undefined
      ? await login.withPassword()
      : await renewOrLogIn(login, refreshToken);
  const lifetimeMs =
    token.lifetimeMs !== undefined && token.lifetimeMs > 0
      ? token.lifetimeMs
      : defaultLifetimeMs;
  return {
    accessToken: token.accessToken,
    tokenType: token.tokenType,
    ...(token.refreshToken !== undefined && {
      refreshToken: token.refreshToken,
    }),
    expiresAtMs: startedAtMs + Math.min(lifetimeMs, LONGEST_LIFETIME_MS),
    loginTookMs: nowMs() - startedAtMs,
  };
}

/** Whether the platform said no to the credentials, rather than nothing at all. */
export function isRefusal(error: unknown): boolean {
  return error instanceof LoginRefusedError;
}

async function renewOrLogIn(
  login: Login,
  refreshToken: string,
): Promise<Token> {
  try {
    // A renewal that gives no new refresh token leaves the old one good (RFC 6749, §6).
    const token = await login.renew(refreshToken);
    return { ...token, refreshToken: token.refreshToken ?? refreshToken };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return login.withPassword();
  }
}
