import type { Authorizer } from "../community/authorizer.ts";
import type { Login, Token } from "../community/login.ts";

/** Asks as a person who logs in; the token stays in memory. */
export function createPersonAuthorizer(login: Login): Authorizer {
  let obtaining: Promise<Token> | undefined;

  return {
    async authorization() {
      obtaining ??= login.withPassword();
      try {
        const { tokenType, accessToken } = await obtaining;
        return `${tokenType} ${accessToken}`;
      } catch (error) {
        obtaining = undefined;
        throw error;
      }
    },
    async rejected() {
      obtaining = undefined;
      return true;
    },
  };
}
