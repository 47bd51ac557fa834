import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { derivePassword } from "../../../functions/employment/extras/password.ts";
import { newSalt } from "../../../shared/keyring.ts";
import { effort } from "../../resilience/effort.ts";

const keyring = { "1": "one-".repeat(8), "2": "two-".repeat(8) };
const policy = { passwordLength: 24, passwordSymbols: "-_" };
const salts = fc.stringMatching(/^[12]\.[\w-]{32}$/);
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
  const salt = `1.${"s".repeat(32)}`;
  expect(derivePassword(keyring, salt, policy)).toBe(
    "gn8792sH0_st1Kjdei9PK_Jh",
  );
});

test("every password has its length, each kind of character, and no other character", () => {
  fc.assert(
    fc.property(salts, policies, (salt, given) => {
      const password = derivePassword(keyring, salt, given);
      expect(password).toHaveLength(given.passwordLength);
      expect(password).toMatch(/[A-Z]/);
      expect(password).toMatch(/[a-z]/);
      expect(password).toMatch(/[0-9]/);
      const others = password.replaceAll(/[A-Za-z0-9]/g, "");
      expect(others).not.toBe("");
      for (const other of others)
        expect(given.passwordSymbols).toContain(other);
      expect(derivePassword(keyring, salt, given)).toBe(password);
    }),
    { numRuns: effort(200, 2_000) },
  );
});

test("another salt, key or version makes another password", () => {
  const passwordOf = (salt: string, keys: Record<string, string> = keyring) =>
    derivePassword(keys, salt, policy);
  const salt = newSalt(keyring);
  const random = salt.slice("2.".length);
  const passwords = [
    passwordOf(salt),
    passwordOf(newSalt(keyring)),
    passwordOf(`1.${random}`),
    passwordOf(salt, { "2": "other".repeat(8) }),
    // The same key under another version.
    passwordOf(`1.${random}`, { "1": keyring["2"] }),
  ];
  expect(new Set(passwords).size).toBe(passwords.length);
});

describe("the key of a salt", () => {
  test("a salt under an older key still makes its password", () => {
    const salt = newSalt({ "1": keyring["1"] });
    expect(derivePassword(keyring, salt, policy)).toBe(
      derivePassword({ "1": keyring["1"] }, salt, policy),
    );
  });

  test("a salt whose key was removed makes no password", () => {
    const salt = newSalt(keyring);
    expect(() => derivePassword({ "1": keyring["1"] }, salt, policy)).toThrow(
      "passwordMaster has no version 2",
    );
  });
});
