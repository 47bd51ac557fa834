import { describe, expect, test } from "vitest";
import { hashEmail, isSameEmail } from "../../../shared/store/email-hash.ts";

const keyring = { "1": "k".repeat(32) };

test("an address is remembered as a hash that never changes", () => {
  expect(hashEmail(keyring, "zoe@example.com")).toBe(
    "1.g4I7LbmOO73Cj3qTFKPSbmcWmM_F_hs7dt9WU82DgHw",
  );
});

test("upper and lower case are one address, another address is another hash", () => {
  const hash = hashEmail(keyring, "zoe@example.com");
  expect(hashEmail(keyring, "Zoe@Example.COM")).toBe(hash);
  expect(hashEmail(keyring, "zoe@example.org")).not.toBe(hash);
});

test("the newest key is used, and the hash tells which", () => {
  const rotated = { ...keyring, "2": "l".repeat(32) };
  const hash = hashEmail(rotated, "zoe@example.com");
  expect(hash).toMatch(/^2\.[\w-]{43}$/);
  expect(hash.slice(2)).not.toBe(
    hashEmail(keyring, "zoe@example.com").slice(2),
  );
});

describe("an address that was remembered", () => {
  const [one, two] = [{ "1": "k".repeat(32) }, { "2": "l".repeat(32) }];
  const both = { ...one, ...two };

  test("is recognized, in any case, and another is not", () => {
    const hash = hashEmail(one, "zoe@example.com");
    expect(isSameEmail(one, hash, "ZOE@example.com")).toBe(true);
    expect(isSameEmail(one, hash, "zoe@example.org")).toBe(false);
    expect(isSameEmail(one, hash, "")).toBe(false);
  });

  test("is recognized after the key was rotated, by the key it was remembered under", () => {
    const old = hashEmail(one, "zoe@example.com");
    const fresh = hashEmail(both, "zoe@example.com");
    expect(fresh).not.toBe(old);
    expect(isSameEmail(both, old, "zoe@example.com")).toBe(true);
    expect(isSameEmail(both, fresh, "zoe@example.com")).toBe(true);
    expect(isSameEmail(both, old, "zoe@example.org")).toBe(false);
  });

  test("is recognized under the twelfth key too", () => {
    const twelfth = { ...both, "12": "m".repeat(32) };
    const hash = hashEmail(twelfth, "zoe@example.com");
    expect(hash).toMatch(/^12\./);
    expect(isSameEmail(twelfth, hash, "zoe@example.com")).toBe(true);
  });

  test("under a key that is gone is an error that says so, never a guess", () => {
    const hash = hashEmail(one, "zoe@example.com");
    expect(() => isSameEmail(two, hash, "zoe@example.com")).toThrow(
      "passwordMaster has no version 1",
    );
  });

  test("under another version's name is not the same", () => {
    const hash = hashEmail(one, "zoe@example.com");
    const renamed = `2.${hash.slice(2)}`;
    expect(isSameEmail(both, renamed, "zoe@example.com")).toBe(false);
  });
});
