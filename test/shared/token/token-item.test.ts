import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isRenewalDue, tokenId } from "../../../shared/token/token-item.ts";
import { key } from "./fleet.ts";

describe("tokenId", () => {
  test.each(["baseUrl", "consumerKey", "username", "scope"] as const)(
    "differs for another %s",
    (part) => {
      expect(tokenId({ ...key, [part]: "other" })).not.toBe(tokenId(key));
    },
  );

  test("differs when the boundary between two parts moves", () => {
    expect(tokenId({ ...key, consumerKey: "ab", username: "c" })).not.toBe(
      tokenId({ ...key, consumerKey: "a", username: "bc" }),
    );
  });

  test("is the same for an account in every sandbox and release", () => {
    expect(tokenId({ ...key })).toBe(
      "SBh7b-MCdCwCrFwaQqcVFHWx8Lvg0fNvoxk4eiZOyUE",
    );
  });

  test("has no readable part of the account", () => {
    expect(tokenId(key)).toMatch(/^[\w-]{43}$/);
  });
});

describe("isRenewalDue", () => {
  const token = {
    accessToken: "token-1",
    tokenType: "Bearer",
    expiresAtMs: 100_000,
    loginTookMs: 400,
  };
  const draw = (value: number) => () => value;

  test("renews one login duration before the end for the random number 1/e", () => {
    const oneLogin = draw(1 / Math.E);
    expect(isRenewalDue(token, 99_599, 1, oneLogin)).toBe(false);
    expect(isRenewalDue(token, 99_601, 1, oneLogin)).toBe(true);
  });

  test("renews earlier in proportion to the factor, and never for the factor 0", () => {
    const oneLogin = draw(1 / Math.E);
    expect(isRenewalDue(token, 98_799, 3, oneLogin)).toBe(false);
    expect(isRenewalDue(token, 98_801, 3, oneLogin)).toBe(true);
    expect(isRenewalDue(token, 99_999, 0, draw(0))).toBe(false);
  });

  test("stays true as the end comes nearer", () => {
    const chance = fc.double({
      min: 0,
      max: 1,
      maxExcluded: true,
      noNaN: true,
    });
    const leftMs = fc.nat(10_000);
    fc.assert(
      fc.property(chance, leftMs, leftMs, (chance, a, b) => {
        const [near, far] = [Math.min(a, b), Math.max(a, b)];
        const dueFar = isRenewalDue(token, 100_000 - far, 1, draw(chance));
        const dueNear = isRenewalDue(token, 100_000 - near, 1, draw(chance));
        expect(dueNear || !dueFar).toBe(true);
      }),
    );
  });
});
