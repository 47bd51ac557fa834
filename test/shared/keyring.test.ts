import { expect, test } from "vitest";
import { keyedHash, newestVersion, newSalt } from "../../shared/keyring.ts";

const keyring = { "1": "one".repeat(12), "2": "two".repeat(12) };

test("a keyed hash is HMAC-SHA-256 as base64url", () => {
  // RFC 4231, §4.3.
  expect(keyedHash({ "1": "Jefe" }, "1", "what do ya want for nothing?")).toBe(
    Buffer.from(
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
      "hex",
    ).toString("base64url"),
  );
});

test("a version that is gone is an error that says what to do, and no key", () => {
  for (const version of ["3", "__proto__", "constructor", ""])
    expect(() => keyedHash(keyring, version, "text")).toThrow(
      `passwordMaster has no version ${version}: keep old versions`,
    );
});

test("the newest version is the highest number, whatever the order", () => {
  expect(newestVersion({ "10": "k", "9": "k", "2": "k" })).toBe("10");
  expect(() => newestVersion({})).toThrow("passwordMaster has no version");
});

test("a salt remembers the newest version, and no two are the same", () => {
  const salts = Array.from({ length: 100 }, () => newSalt(keyring));
  expect(new Set(salts).size).toBe(100);
  for (const salt of salts) expect(salt).toMatch(/^2\.[\w-]{32}$/);
});
