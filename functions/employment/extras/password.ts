import { randomBytes } from "node:crypto";
import {
  keyedHash,
  type Keyring,
  newestVersion,
} from "../../../shared/keyring.ts";
import type { EmploymentSettings } from "../config.ts";
import { hourMs } from "../../../shared/durations.ts";

/** How long the initial password can be derived, to seed tasks and streams. An outage prolongs the time. */
export const saltKeptMs = 72 * hourMs;

/**
 * A new random salt of a password: `<version>.<random>.<length>.<symbols>`. It has the newest key version, and the
 * settings of now, so that other settings later do not change the password.
 */
export function newSalt(
  keyring: Keyring,
  {
    passwordLength,
    passwordSymbols,
  }: Pick<EmploymentSettings, "passwordLength" | "passwordSymbols">,
): string {
  const random = randomBytes(24).toString("base64url");
  return `${newestVersion(keyring)}.${random}.${passwordLength}.${passwordSymbols}`;
}

/**
 * The initial password of a new person, derived from a master key and the salt of this onboarding. It is never stored.
 * A retry after a crash derives it again. When the salt is erased, the password cannot be derived any more.
 *
 * It has an upper-case letter, a lower-case letter, a digit and a symbol.
 *
 * @param salt - made by `newSalt`
 */
export function derivePassword(keyring: Keyring, salt: string): string {
  const [version = "", , lengthText] = salt.split(".");
  const length = Number(lengthText);
  const symbols = salt.slice(-2);
  if (!length) throw new RangeError("the salt has no length");
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
