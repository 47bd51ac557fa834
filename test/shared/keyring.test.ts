import { expect, test } from "vitest";
import { keyedHash, newestVersion } from "../../shared/keyring.ts";

const keyring = { "1": "one".repeat(12), "2": "two".repeat(12) };

test("keyedHash returns HMAC-SHA-256 as base64url", () => {
  // The test vector of RFC 4231, §4.3.
  expect(keyedHash({ "1": "Jefe" }, "1", "what do ya want for nothing?")).toBe(
    Buffer.from(
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
      "hex",
    ).toString("base64url"),
  );
});

test("keyedHash throws for a missing version and does not quote a key", () => {
  for (const version of ["3", "__proto__", "constructor", ""]) {
    const hash = () => keyedHash(keyring, version, "text");
    expect(hash).toThrow(
      `passwordMaster has no version ${version}: keep old versions`,
    );
    expect(hash).not.toThrow(/oneone|twotwo/);
  }
});

test("newestVersion returns the highest number in any order of the keys", () => {
  expect(newestVersion({ "10": "k", "9": "k", "2": "k" })).toBe("10");
  expect(() => newestVersion({})).toThrow("passwordMaster has no version");
});
