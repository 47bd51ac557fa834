import { keyedHash, type Keyring, newestVersion } from "../keyring.ts";

/** An e-mail address as we remember it: comparable with the key, unreadable without. `<version>.<hash>` */
export function hashEmail(
  keyring: Keyring,
  email: string,
  version = newestVersion(keyring),
): string {
  const hash = keyedHash(keyring, version, `email:${email.toLowerCase()}`);
  return `${version}.${hash}`;
}

/** Whether an address is the one that was remembered, under whichever key that was. */
export function isSameEmail(
  keyring: Keyring,
  hash: string,
  email: string,
): boolean {
  const [version = ""] = hash.split(".");
  return hashEmail(keyring, email, version) === hash;
}
