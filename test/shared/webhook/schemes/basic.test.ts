import { expect, test } from "vitest";
import { basic } from "../../../../shared/webhook/schemes/tokens.ts";
import { signBy, verifyBy } from "./by-record.ts";
import { flippedBits } from "./flipped-bits.ts";

/** The examples of RFC 7617, §2 and §2.1. */
const published = [
  ["Aladdin:open sesame", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="],
  ["test:123\u00a3", "Basic dGVzdDoxMjPCow=="],
] as const;

function verify(given: string | undefined, ...keys: string[]) {
  const header = (name: string) =>
    name === "authorization" ? given : undefined;
  return verifyBy(basic)({ header, body: new Uint8Array() }, keys, 0);
}

test.each(published)("accepts the user and password %s", (key, value) => {
  expect(signBy(basic, "authorization", key)).toBe(value);
  expect(verify(value, key)).toEqual({ authentic: true });
  expect(verify(value, "another:password-of-12", key)).toEqual({
    authentic: true,
  });
  expect(verify(value.replace("Basic", "BASIC"), key).authentic).toBe(true);
  expect(verify(value, "another:password-of-12")).toEqual({
    authentic: false,
    reason: "bad-token",
  });
});

test("refuses a user and password with one flipped bit, also if base64 would decode to the same bytes", () => {
  const [[key, value]] = published;
  for (const changed of flippedBits(value.slice("Basic ".length)))
    expect(verify(`Basic ${changed}`, key).authentic).toBe(false);
  for (const other of [
    value.replace(/=+$/, ""),
    `${value}=`,
    `${value},${value}`,
    `Basic ${key}`,
    `Bearer ${value.slice(6)}`,
    "Basic",
    "Basic ",
    "",
  ])
    expect(verify(other, key).authentic).toBe(false);
});

test("refuses a request without user and password", () => {
  expect(verify(undefined, "user:password-of-12")).toEqual({
    authentic: false,
    reason: "no-token",
  });
  const [[, value]] = published;
  expect(verify(value)).toEqual({ authentic: false, reason: "bad-token" });
});
