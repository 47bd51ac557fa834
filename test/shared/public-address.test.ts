import { isIPv4 } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isPublicAddress } from "../../shared/public-address.ts";
import { blockedAddresses, publicAddresses } from "./addresses.ts";
import { effort } from "../resilience/effort.ts";

test.each(blockedAddresses)("the address %s is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(publicAddresses)("the address %s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  "",
  " 8.8.8.8",
  "8.8.8.8\0",
  "8.8.8",
  "0x08080808",
  "010.8.8.8",
  "8.8.8.8:443",
  "[2001:4860:4860::8888]",
  "2001:4860:4860::8888%eth0",
  "avatars.example.test",
])(
  "text that no resolver answers is not public, even if it means a public address: %j",
  (address) => {
    expect(isPublicAddress(address)).toBe(false);
  },
);

test("an IPv4 address and its IPv4-mapped form are treated alike", () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(isPublicAddress(`::ffff:${address}`)).toBe(
        isPublicAddress(address),
      );
    }),
  );
});

test("an IPv4 address that is embedded in any other way is never public", () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      for (const prefix of ["::", "::ffff:0:", "64:ff9b::", "64:ff9b:1::"]) {
        expect(isPublicAddress(prefix + address)).toBe(false);
      }
    }),
  );
});

test("any text gets an answer, and IPv6 is public only inside 2000::/3 or as IPv4", () => {
  const anyText = fc.oneof(fc.string(), fc.ipV6(), fc.ipV4Extended());
  fc.assert(
    fc.property(anyText, (text) => {
      if (isPublicAddress(text) && !isIPv4(text)) {
        expect(text.toLowerCase()).toMatch(/^([23][0-9a-f]{3}:|.*ffff:)/);
      }
    }),
    { numRuns: effort(500, 5_000) },
  );
});
