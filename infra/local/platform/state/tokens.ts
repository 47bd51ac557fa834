import { randomUUID } from "node:crypto";

export type IssuedTokens = { accessToken: string; refreshToken: string };

/** For whom and for what tokens are issued. */
export type Grant = { personID: string; scope: string };

type Issue = IssuedTokens & Grant & { expiresAtMs: number };

export type Tokens = ReturnType<typeof createTokens>;

/** The tokens of one platform. `lifetimeMs` undefined: an access token lives until it is renewed or revoked. */
export function createTokens(
  nowMs: () => number,
  lifetimeMs: number | undefined,
) {
  const byAccessToken = new Map<string, Issue>();
  const byRefreshToken = new Map<string, Issue>();

  function issue({ personID, scope }: Grant): IssuedTokens {
    const issued = {
      accessToken: randomUUID(),
      refreshToken: randomUUID(),
      personID,
      scope,
      expiresAtMs: nowMs() + (lifetimeMs ?? Infinity),
    };
    byAccessToken.set(issued.accessToken, issued);
    byRefreshToken.set(issued.refreshToken, issued);
    return issued;
  }

  return {
    issue,

    /** The grant that a refresh token renews. */
    grantOfRefreshToken: (refreshToken: string): Grant | undefined =>
      byRefreshToken.get(refreshToken),

    /** Whose living access token it is. */
    personOfAccessToken(accessToken: string): string | undefined {
      const grant = byAccessToken.get(accessToken);
      if (grant === undefined) return undefined;
      if (nowMs() < grant.expiresAtMs) return grant.personID;
      byAccessToken.delete(accessToken);
      return undefined;
    },

    /** Ends one access token as the clock would. */
    expire: (accessToken: string) => void byAccessToken.delete(accessToken),

    /** Renewal is also for security concerns (the API document, §5), so both old tokens end with it. */
    retire(refreshToken: string): void {
      const grant = byRefreshToken.get(refreshToken);
      byRefreshToken.delete(refreshToken);
      if (grant !== undefined) byAccessToken.delete(grant.accessToken);
    },

    /** Ends all access tokens, and the refresh tokens too unless told otherwise. */
    revoke(which: "all" | "access"): void {
      byAccessToken.clear();
      if (which === "all") byRefreshToken.clear();
    },
  };
}
