import { foldEmailAddress } from "../email-address.ts";
import { keyedHash, type Keyring, newestVersion } from "../keyring.ts";

/**
 * A keyed hash of an e-mail address, as `<version>.<hash>`. It can be compared, and does not reveal the address. All
 * spellings of an address have one hash.
 */
export function hashEmail(
  keyring: Keyring,
  email: string,
  version = newestVersion(keyring),
): string {
  const folded = foldEmailAddress(email);
  const hash = keyedHash(keyring, version, `email:${folded}`);
  return `${version}.${hash}`;
}

/** Whether an address has this hash, under the key version with which the hash was made. */
export function isSameEmail(
  keyring: Keyring,
  hash: string,
  email: string,
): boolean {
  const [version = ""] = hash.split(".");
  return hashEmail(keyring, email, version) === hash;
}
