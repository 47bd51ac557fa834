import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bearerToken,
  verifyBearer,
} from "../../../../shared/webhook/schemes/bearer.ts";

function verify(authorization: string | undefined, keys: string[]) {
  const header = (name: string) =>
    name === "authorization" ? authorization : undefined;
  return verifyBearer({ header, body: new Uint8Array() }, keys, 0);
}

const keys = ["first-secret-key", "second-secret-key"];

test("any of the caller's tokens is accepted, and none signs a delivery id", () => {
  for (const key of keys)
    expect(verify(`Bearer ${key}`, keys)).toEqual({ authentic: true });
});

test("the scheme's name compares without case", () => {
  for (const scheme of ["bearer", "BEARER", "bEaReR"])
    expect(verify(`${scheme} first-secret-key`, keys)).toEqual({
      authentic: true,
    });
});

test("a token that is nearly right is refused", () => {
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

test("no other token than ours is accepted", () => {
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
