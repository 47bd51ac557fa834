import { describe, expect, test } from "vitest";
import { hashEmail, isSameEmail } from "../../../shared/person/known-person.ts";

const keyring = { "1": "k".repeat(32) };

test("the stored hash of an address never changes", () => {
  expect(hashEmail(keyring, "zoe@example.com")).toBe(
    "1.g4I7LbmOO73Cj3qTFKPSbmcWmM_F_hs7dt9WU82DgHw",
  );
});

test("an address in upper and lower case has one hash, and another address has another hash", () => {
  const hash = hashEmail(keyring, "zoe@example.com");
  expect(hashEmail(keyring, "Zoe@Example.COM")).toBe(hash);
  expect(hashEmail(keyring, "zoe@example.org")).not.toBe(hash);
});

test("an address has one hash in each normal form, and with its domain in letters and in ASCII", () => {
  const hashes = [
    "jörg@exämple.de",
    "JO\u0308RG@EXA\u0308MPLE.DE",
    "j\u00f6rg@xn--exmple-cua.de",
    "Jörg@XN--EXMPLE-CUA.de",
  ].map((email) => hashEmail(keyring, email));
  expect(new Set(hashes).size).toBe(1);
  expect(hashes).not.toContain(hashEmail(keyring, "jorg@exämple.de"));
  expect(hashes).not.toContain(hashEmail(keyring, "jörg@example.de"));
});

test("the newest key is used, and the hash names its version", () => {
  const rotated = { ...keyring, "2": "l".repeat(32) };
  const hash = hashEmail(rotated, "zoe@example.com");
  expect(hash).toMatch(/^2\.[\w-]{43}$/);
  expect(hash.slice(2)).not.toBe(
    hashEmail(keyring, "zoe@example.com").slice(2),
  );
});

describe("a stored address", () => {
  const [one, two] = [{ "1": "k".repeat(32) }, { "2": "l".repeat(32) }];
  const both = { ...one, ...two };

  test("a stored address is recognized in any case, and another address is not", () => {
    const hash = hashEmail(one, "zoe@example.com");
    expect(isSameEmail(one, hash, "ZOE@example.com")).toBe(true);
    expect(isSameEmail(one, hash, "zoe@example.org")).toBe(false);
    expect(isSameEmail(one, hash, "")).toBe(false);
  });

  test("a stored address is recognized after a rotation, by the key of its hash", () => {
    const old = hashEmail(one, "zoe@example.com");
    const fresh = hashEmail(both, "zoe@example.com");
    expect(fresh).not.toBe(old);
    expect(isSameEmail(both, old, "zoe@example.com")).toBe(true);
    expect(isSameEmail(both, fresh, "zoe@example.com")).toBe(true);
    expect(isSameEmail(both, old, "zoe@example.org")).toBe(false);
  });

  test("a stored address is recognized under the twelfth key", () => {
    const twelfth = { ...both, "12": "m".repeat(32) };
    const hash = hashEmail(twelfth, "zoe@example.com");
    expect(hash).toMatch(/^12\./);
    expect(isSameEmail(twelfth, hash, "zoe@example.com")).toBe(true);
  });

  test("a stored address whose key was removed causes an error and no guess", () => {
    const hash = hashEmail(one, "zoe@example.com");
    expect(() => isSameEmail(two, hash, "zoe@example.com")).toThrow(
      "passwordMaster has no version 1",
    );
  });

  test("a stored address under the name of another version does not match", () => {
    const hash = hashEmail(one, "zoe@example.com");
    const renamed = `2.${hash.slice(2)}`;
    expect(isSameEmail(both, renamed, "zoe@example.com")).toBe(false);
  });
});
