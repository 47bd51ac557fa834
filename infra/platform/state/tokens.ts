import { randomUUID } from "node:crypto";

export type IssuedTokens = { accessToken: string; refreshToken: string };

export type Grant = { personID: string; scope: string };

type Issue = IssuedTokens & Grant & { expiresAtMs: number };

export type Tokens = ReturnType<typeof createTokens>;

export function createTokens(nowMs: () => number, lifetimeMs: number) {
  const byAccessToken = new Map<string, Issue>();
  const byRefreshToken = new Map<string, Issue>();

  function issue({ personID, scope }: Grant): IssuedTokens {
    const issued = {
      accessToken: randomUUID(),
      refreshToken: randomUUID(),
      personID,
      scope,
      expiresAtMs: nowMs() + lifetimeMs,
    };
    byAccessToken.set(issued.accessToken, issued);
    byRefreshToken.set(issued.refreshToken, issued);
    return issued;
  }

  return {
    issue,

    /** A refresh token has no end of its own. */
    grantOfRefreshToken: (refreshToken: string): Grant | undefined =>
      byRefreshToken.get(refreshToken),

    /** The id of the person whose access token this is, unless it has expired or was revoked. */
    personOfAccessToken(accessToken: string): string | undefined {
      const grant = byAccessToken.get(accessToken);
      if (grant === undefined) return undefined;
      if (nowMs() < grant.expiresAtMs) return grant.personID;
      byAccessToken.delete(accessToken);
      return undefined;
    },

    /** For the fault `token-expired`. The refresh token stays. */
    expire: (accessToken: string) => void byAccessToken.delete(accessToken),

    /** Revokes both tokens of a renewed grant: a client also renews if one may be stolen (docs/interface.md, §5). */
    retire(refreshToken: string): void {
      const grant = byRefreshToken.get(refreshToken);
      byRefreshToken.delete(refreshToken);
      if (grant !== undefined) byAccessToken.delete(grant.accessToken);
    },

    revokeAll: (): void => {
      byAccessToken.clear();
      byRefreshToken.clear();
    },
  };
}
