import { isDeepStrictEqual } from "node:util";
import { LoginRefusedError } from "../community/errors.ts";
import {
  createLogin,
  type Login,
  type LoginOptions,
} from "../community/login.ts";
import type {
  CommunitySecret,
  CommunitySecretReader,
} from "./community-secret.ts";

/**
 * A login with the current credentials of the secret: for the service account, or for a `person` with our developer
 * key. A refusal may mean that the secret was rotated: the secret is read again, and a changed one is tried once.
 */
export function createSecretLogin(
  reader: CommunitySecretReader,
  options: Omit<
    LoginOptions,
    "consumerKey" | "consumerSecret" | "username" | "password"
  >,
  person?: Pick<LoginOptions, "username" | "password">,
): Login {
  async function attempt<T>(use: (login: Login) => Promise<T>): Promise<T> {
    const secret = await reader.get();
    try {
      return await use(loginOf(secret));
    } catch (error) {
      if (!(error instanceof LoginRefusedError)) throw error;
      const fresh = await reader.refresh();
      if (isDeepStrictEqual(fresh, secret)) throw error;
      return use(loginOf(fresh));
    }
  }

  function loginOf(secret: CommunitySecret): Login {
    const { consumerKey, consumerSecret, username, password } = secret;
    return createLogin({
      ...options,
      consumerKey,
      consumerSecret,
      username,
      password,
      ...person,
    });
  }

  return {
    withPassword: () => attempt((login) => login.withPassword()),
    renew: (refreshToken) => attempt((login) => login.renew(refreshToken)),
  };
}
