import type { Authorizer } from "../community/authorizer.ts";
import type { Login } from "../community/login.ts";
import { createMemo } from "../memo.ts";

/** Authorizes requests as a person by login. The token stays in memory. */
export function createPersonAuthorizer(login: Login): Authorizer {
  const token = createMemo(() => login.withPassword());
  return {
    async authorization() {
      const { tokenType, accessToken } = await token.get();
      return `${tokenType} ${accessToken}`;
    },
    async rejected() {
      token.forget();
      return true;
    },
  };
}
