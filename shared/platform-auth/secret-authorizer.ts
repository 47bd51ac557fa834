import type { Authorizer } from "../community/authorizer.ts";
import { TokenError } from "../token/token-error.ts";
import type {
  CommunitySecret,
  CommunitySecretReader,
} from "./community-secret.ts";

/** How long refused credentials are not sent again: repeated refusals may lock the account. */
const refusalMs = 60_000;

/**
 * Authorizes requests with the current credentials of the secret. A refusal may mean that the secret was rotated: the
 * secret is read again, and the call is repeated with its new credentials.
 *
 * `authorization()` throws TokenError `refused` while the secret has no credentials, or has what the platform
 * refused less than a minute ago. A later retry may succeed, because a rotation changes the platform and the secret one
 * after the other.
 */
export function createSecretAuthorizer(
  reader: CommunitySecretReader,
  authorizerOf: (secret: CommunitySecret) => Authorizer | undefined,
  nowMs: () => number,
): Authorizer {
  let refused: { authorization: string; untilMs: number } | undefined;

  async function currentAuthorization(
    secret: CommunitySecret,
  ): Promise<string | undefined> {
    const authorization = await authorizerOf(secret)?.authorization();
    const isRefused =
      authorization === refused?.authorization &&
      nowMs() < (refused?.untilMs ?? 0);
    return isRefused ? undefined : authorization;
  }

  return {
    async authorization() {
      const authorization =
        (await currentAuthorization(await reader.get())) ??
        (await currentAuthorization(await reader.refresh()));
      if (authorization !== undefined) return authorization;
      throw new TokenError("refused");
    },

    async rejected(authorization) {
      refused = { authorization, untilMs: nowMs() + refusalMs };
      return true;
    },
  };
}
