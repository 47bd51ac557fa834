import type { Authorizer } from "../community/authorizer.ts";
import { TokenError } from "../token/token-error.ts";
import type {
  CommunitySecret,
  CommunitySecretReader,
} from "./community-secret.ts";

/** How long what was refused is not said again, so that a wrong password locks no account. */
const refusalMs = 60_000;

/**
 * Asks with what the secret says at that moment. A refusal may mean that the secret was rotated: it is read anew, and
 * the call repeated with what it says now.
 *
 * `authorization()` throws TokenError `refused` while the secret says nothing, or what the platform refused less than a
 * minute ago. To repeat helps then: in a rotation, the platform and the secret change one after the other.
 */
export function createSecretAuthorizer(
  reader: CommunitySecretReader,
  authorizerOf: (secret: CommunitySecret) => Authorizer | undefined,
  nowMs: () => number,
): Authorizer {
  let refused: { authorization: string; untilMs: number } | undefined;

  async function say(secret: CommunitySecret): Promise<string | undefined> {
    const authorization = await authorizerOf(secret)?.authorization();
    const isRefused =
      authorization === refused?.authorization &&
      nowMs() < (refused?.untilMs ?? 0);
    return isRefused ? undefined : authorization;
  }

  return {
    async authorization() {
      const authorization =
        (await say(await reader.get())) ?? (await say(await reader.refresh()));
      if (authorization !== undefined) return authorization;
      throw new TokenError(
        "refused",
        "The platform refuses the service account, or the community secret does not say what SERVICE_AUTH asks with: check its username and password, or its token. For a minute the platform is not asked again, so that the account is not locked",
      );
    },

    async rejected(authorization) {
      refused = { authorization, untilMs: nowMs() + refusalMs };
      return true;
    },
  };
}
