import type { PlatformAuth } from "../platform-auth/platform-auth.ts";
import { isSameUsername } from "./is-same-username.ts";

/** Whether the person with this username must not be adopted or deleted: the service account, or a listed username. */
export async function isProtected(
  platformAuth: Pick<PlatformAuth, "serviceUsername">,
  protectedUsernames: readonly string[],
  username: string,
): Promise<boolean> {
  const usernames = [
    await platformAuth.serviceUsername(),
    ...protectedUsernames,
  ];
  return usernames.some((name) => isSameUsername(name, username));
}
