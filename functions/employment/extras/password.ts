import { keyedHash, type Keyring } from "../../../shared/keyring.ts";
import type { EmploymentSettings } from "../config.ts";
import { hourMs } from "../../../shared/durations.ts";

/** How long the initial password can be derived, to seed tasks and streams. An outage prolongs the time. */
export const saltKeptMs = 72 * hourMs;

/**
 * The initial password of a new person, derived from a master key and the salt of this onboarding. It is never stored.
 * A retry after a crash derives it again. When the salt is erased, the password cannot be derived any more.
 *
 * It has an upper-case letter, a lower-case letter, a digit and a symbol.
 *
 * @param salt - made by `newSalt`
 */
export function derivePassword(
  keyring: Keyring,
  salt: string,
  {
    passwordLength,
    passwordSymbols,
  }: Pick<EmploymentSettings, "passwordLength" | "passwordSymbols">,
): string {
  const [version = ""] = salt.split(".");
  for (let round = 0; ; round++) {
    const password = keyedHash(keyring, version, `password:${salt}:${round}`)
      .slice(0, passwordLength)
      .replaceAll("-", passwordSymbols.charAt(0))
      .replaceAll("_", passwordSymbols.charAt(1));
    if (isStrong(password, passwordSymbols)) return password;
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
