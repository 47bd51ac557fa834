import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bearer,
  bearerToken,
} from "../../../../shared/webhook/schemes/tokens.ts";
import { verifyBy } from "./by-record.ts";

function verify(authorization: string | undefined, keys: string[]) {
  const header = (name: string) =>
    name === "authorization" ? authorization : undefined;
  return verifyBy(bearer)({ header, body: new Uint8Array() }, keys, 0);
}

const keys = ["first-secret-key", "second-secret-key"];

test("accepts each token of the caller, and signs no delivery id", () => {
  for (const key of keys)
    expect(verify(`Bearer ${key}`, keys)).toEqual({ authentic: true });
});

test("compares the name of the scheme Bearer without case", () => {
  for (const scheme of ["bearer", "BEARER", "bEaReR"])
    expect(verify(`${scheme} first-secret-key`, keys)).toEqual({
      authentic: true,
    });
});

test("refuses a bearer token that is nearly right", () => {
  for (const token of [
    "first-secret-ke",
    "first-secret-keyy",
    "First-secret-key",
    "first-secret-key,second-secret-key",
    "first-secret-key second-secret-key",
  ])
    expect(verify(`Bearer ${token}`, keys)).toMatchObject({
      authentic: false,
    });
});

test("accepts no bearer token but the caller's", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (token) => {
      fc.pre(!keys.includes(token.trim()));
      expect(verify(`Bearer ${token}`, keys)).toMatchObject({
        authentic: false,
      });
    }),
  );
});

describe("a request without a bearer token", () => {
  test.each([
    undefined,
    "",
    "Bearer",
    "Bearer ",
    "first-secret-key",
    "Basic first-secret-key",
    "Bearerfirst-secret-key",
  ])("is refused: %j", (authorization) => {
    expect(verify(authorization, keys)).toEqual({
      authentic: false,
      reason: "no-token",
    });
    expect(bearerToken(authorization)).toBeUndefined();
  });
});
