import { createHmac } from "node:crypto";

/**
 * Master keys by version, `"1"` the oldest: the `passwordMaster` of the community secret. New hashes use the newest.
 */
export type Keyring = Record<string, string>;

/**
 * HMAC-SHA-256 under a master key, as 43 characters of base64url.
 *
 * @param version - the version of the key that the hash was first made with
 * @throws Error when the keyring no longer has that version
 */
export function keyedHash(
  keyring: Keyring,
  version: string,
  text: string,
): string {
  const key = Object.hasOwn(keyring, version) ? keyring[version] : undefined;
  if (key === undefined)
    throw new Error(
      `passwordMaster has no version ${version}: keep old versions until no operation uses a salt of them`,
    );
  return createHmac("sha256", key).update(text).digest("base64url");
}

/** @throws Error for an empty keyring */
export function newestVersion(keyring: Keyring): string {
  const [newest] = Object.keys(keyring).sort((a, b) => Number(b) - Number(a));
  if (newest === undefined) throw new Error("passwordMaster has no version");
  return newest;
}
