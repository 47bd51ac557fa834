import fc from "fast-check";
import { expect, test } from "vitest";
import { isRenewalDue } from "../../../shared/token/early-renewal.ts";

const token = {
  accessToken: "token-1",
  tokenType: "Bearer",
  expiresAtMs: 100_000,
  loginTookMs: 400,
};
const draw = (value: number) => () => value;

test("a draw of 1/e renews as long before the end as a login takes", () => {
  const oneLogin = draw(1 / Math.E);
  expect(isRenewalDue(token, 99_599, 1, oneLogin)).toBe(false);
  expect(isRenewalDue(token, 99_601, 1, oneLogin)).toBe(true);
});

test("more earliness renews earlier in proportion; none never renews", () => {
  const oneLogin = draw(1 / Math.E);
  expect(isRenewalDue(token, 98_799, 3, oneLogin)).toBe(false);
  expect(isRenewalDue(token, 98_801, 3, oneLogin)).toBe(true);
  expect(isRenewalDue(token, 99_999, 0, draw(0))).toBe(false);
});

test("what is due stays due as the end comes nearer", () => {
  const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
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
