import type { Access } from "./access.ts";

/** Whether nobody may adopt or delete whoever has this username: the service account always, and those of a list. */
export async function isProtected(
  access: Pick<Access, "serviceUsername">,
  protectedUsernames: readonly string[],
  username: string,
): Promise<boolean> {
  const all = [await access.serviceUsername(), ...protectedUsernames];
  return all.some((one) => one.toLowerCase() === username.toLowerCase());
}
