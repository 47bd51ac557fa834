import { createHash } from "node:crypto";

/** What a token is good for. Two logins that differ in any part never share a token. */
export type TokenKey = {
  baseUrl: string;
  consumerKey: string;
  username: string;
  scope: string;
};

/** The `id` of the key's item: a hash, so that no account name is readable in the table. */
export function tokenId({
  baseUrl,
  consumerKey,
  username,
  scope,
}: TokenKey): string {
  // JSON keeps the borders between the parts: ("ab", "c") and ("a", "bc") differ.
  const parts = JSON.stringify([baseUrl, consumerKey, username, scope]);
  return createHash("sha256").update(parts).digest("base64url");
}
