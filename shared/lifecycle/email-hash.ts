import { keyedHash, type Keyring, newestVersion } from "../keyring.ts";

/** An e-mail address as we remember it: comparable with the key, unreadable without. `<version>.<hash>` */
export function hashEmail(keyring: Keyring, email: string): string {
  const version = newestVersion(keyring);
  const hash = keyedHash(keyring, version, `email:${email.toLowerCase()}`);
  return `${version}.${hash}`;
}
