import type { Authorizer } from "../community/authorizer.ts";
import type {
  CommunitySecret,
  CommunitySecretReader,
} from "./community-secret.ts";

/**
 * Asks with what the secret says at that moment. A refusal may mean that the secret was rotated: it is read anew, and
 * if that changed what we say, the call is repeated.
 */
export function createSecretAuthorizer(
  reader: CommunitySecretReader,
  authorizerOf: (secret: CommunitySecret) => Authorizer,
): Authorizer {
  return {
    authorization: async () => authorizerOf(await reader.get()).authorization(),
    async rejected(authorization) {
      const fresh = authorizerOf(await reader.refresh());
      return (await fresh.authorization()) !== authorization;
    },
  };
}
