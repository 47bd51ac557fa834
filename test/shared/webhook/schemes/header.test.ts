import { expect, test } from "vitest";
import { headerToken } from "../../../../shared/webhook/schemes/tokens.ts";
import { verifyBy } from "./by-record.ts";
import { flippedBits } from "./flipped-bits.ts";

const key = "a-token-of-personio";

function verify(given: string | undefined, keys = [key], prefix = "") {
  const header = (name: string) =>
    name === "authorization" ? given : undefined;
  const request = { header, body: new Uint8Array() };
  const entry = { header: "authorization", prefix };
  return verifyBy(headerToken, entry)(request, keys, 0);
}

test("accepts each of several static tokens in the header of the entry", () => {
  const other = "another-static-token";
  for (const keys of [[key], [key, other], [other, key]])
    expect(verify(key, keys)).toEqual({ authentic: true });
});

test("accepts a static token only after the prefix of the entry", () => {
  expect(verify(`Token ${key}`, [key], "Token ")).toEqual({ authentic: true });
  for (const given of [key, `token ${key}`, `Token  ${key}`, `Token${key}`])
    expect(verify(given, [key], "Token ").authentic).toBe(false);
});

test("refuses a static token with one flipped bit, and each other text", () => {
  for (const given of [
    ...flippedBits(key),
    "",
    ` ${key}`,
    `${key} `,
    `${key},${key}`,
    `Bearer ${key}`,
    key.toUpperCase(),
    key.slice(1),
  ])
    expect(verify(given)).toEqual({ authentic: false, reason: "bad-token" });
});

test("refuses a request without the header of the static token, and each token without a key", () => {
  expect(verify(undefined)).toEqual({ authentic: false, reason: "no-token" });
  expect(verify(key, []).authentic).toBe(false);
});
