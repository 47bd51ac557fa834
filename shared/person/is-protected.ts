import type { PlatformAuth } from "../platform-auth/platform-auth.ts";

/** Whether nobody may adopt or delete whoever has this username: the service account always, and those of a list. */
export async function isProtected(
  platformAuth: Pick<PlatformAuth, "serviceUsername">,
  protectedUsernames: readonly string[],
  username: string,
): Promise<boolean> {
  const all = [await platformAuth.serviceUsername(), ...protectedUsernames];
  return all.some((one) => one.toLowerCase() === username.toLowerCase());
}
