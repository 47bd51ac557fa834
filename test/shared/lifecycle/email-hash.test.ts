import { expect, test } from "vitest";
import { hashEmail } from "../../../shared/lifecycle/email-hash.ts";

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
