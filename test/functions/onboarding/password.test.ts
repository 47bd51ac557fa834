import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  derivePassword,
  newSalt,
} from "../../../functions/employment/extras/password.ts";
import { effort } from "../../resilience/effort.ts";

const keyring = { "1": "one-".repeat(8), "2": "two-".repeat(8) };
const policy = { passwordLength: 24, passwordSymbols: "-_" };
const policies = fc.record({
  passwordLength: fc.integer({ min: 12, max: 43 }),
  passwordSymbols: fc
    .uniqueArray(fc.constantFrom(..."-_!$%&*+.:;=?@#/\\^~".split("")), {
      minLength: 2,
      maxLength: 2,
    })
    .map((two) => two.join("")),
});

test("a derived password never changes", () => {
  const salt = `1.${"s".repeat(32)}.24.-_`;
  expect(derivePassword(keyring, salt)).toBe("-dGxQgG-grn9EcV3MKJDyd0K");
});

test("every password has its length, each kind of character, and no other character", () => {
  fc.assert(
    fc.property(policies, (given) => {
      const salt = newSalt(keyring, given);
      const password = derivePassword(keyring, salt);
      expect(password).toHaveLength(given.passwordLength);
      expect(password).toMatch(/[A-Z]/);
      expect(password).toMatch(/[a-z]/);
      expect(password).toMatch(/[0-9]/);
      const others = password.replaceAll(/[A-Za-z0-9]/g, "");
      expect(others).not.toBe("");
      for (const other of others)
        expect(given.passwordSymbols).toContain(other);
      expect(derivePassword(keyring, salt)).toBe(password);
    }),
    { numRuns: effort(200, 2_000) },
  );
});

test("newSalt returns a unique salt that begins with the newest version and ends with the settings", () => {
  const salts = Array.from({ length: 100 }, () => newSalt(keyring, policy));
  expect(new Set(salts).size).toBe(100);
  for (const salt of salts) expect(salt).toMatch(/^2\.[\w-]{32}\.24\.-_$/);
});

test("another salt, key or version makes another password", () => {
  const passwordOf = (salt: string, keys: Record<string, string> = keyring) =>
    derivePassword(keys, salt);
  const salt = newSalt(keyring, policy);
  const random = salt.slice("2.".length);
  const passwords = [
    passwordOf(salt),
    passwordOf(newSalt(keyring, policy)),
    passwordOf(`1.${random}`),
    passwordOf(salt, { "2": "other".repeat(8) }),
    // The same key under another version.
    passwordOf(`1.${random}`, { "1": keyring["2"] }),
  ];
  expect(new Set(passwords).size).toBe(passwords.length);
});

describe("a salt", () => {
  test("under an older key still makes its password", () => {
    const salt = newSalt({ "1": keyring["1"] }, policy);
    expect(derivePassword(keyring, salt)).toBe(
      derivePassword({ "1": keyring["1"] }, salt),
    );
  });

  test("whose key was removed makes no password", () => {
    const salt = newSalt(keyring, policy);
    expect(() => derivePassword({ "1": keyring["1"] }, salt)).toThrow(
      "passwordMaster has no version 2",
    );
  });
});
