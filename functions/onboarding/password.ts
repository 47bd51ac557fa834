import { keyedHash, type Keyring } from "../../shared/keyring.ts";

/** What the platform demands of a password, beside upper case, lower case and a digit. */
export type PasswordPolicy = {
  /** 12 to 43 characters. */
  length: number;
  /** Two different characters that count as symbols there; one of them at least is used. */
  symbols: string;
};

/**
 * The initial password of a new person: derived from a master key and the salt of this onboarding, so that it is never
 * stored, can be made again after a crash, and by nobody once the salt is gone.
 *
 * @param salt - as made by `newSalt`
 */
export function derivePassword(
  keyring: Keyring,
  salt: string,
  { length, symbols }: PasswordPolicy,
): string {
  const [version = ""] = salt.split(".");
  for (let round = 0; ; round++) {
    const password = keyedHash(keyring, version, `password:${salt}:${round}`)
      .slice(0, length)
      .replaceAll("-", symbols.charAt(0))
      .replaceAll("_", symbols.charAt(1));
    if (isStrong(password, symbols)) return password;
  }
}

function isStrong(password: string, symbols: string): boolean {
  return (
    /[A-Z]/.test(password) &&
    /[a-z]/.test(password) &&
    /\d/.test(password) &&
    symbols.split("").some((symbol) => password.includes(symbol))
  );
}
