import { keyedHash, type Keyring } from "../../shared/keyring.ts";

/** What the platform demands of a password, in addition to an upper-case letter, a lower-case letter and a digit. */
export type PasswordPolicy = {
  /** 12 to 43 characters. */
  length: number;
  /** Two different characters that the platform counts as symbols. A password contains at least one of them. */
  symbols: string;
};

/**
 * How long the initial password of a person who exists can be derived, to seed tasks and streams. The time begins again
 * while an outage keeps the hire from seeding.
 */
export const saltKeptMs = 72 * 60 * 60 * 1000;

/**
 * The initial password of a new person, derived from a master key and the salt of this onboarding. It is never stored.
 * A retry after a crash derives it again. Once the salt is erased it cannot be derived any more.
 *
 * @param salt - made by `newSalt`
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
