import { expect, test } from "vitest";
import { pollDelayMs } from "../../../shared/token/lease-wait.ts";

const lease = { startedAtMs: 10_000, endsAtMs: 11_000 };
const issued = {
  accessToken: "token-1",
  tokenType: "Bearer",
  expiresAtMs: 9000,
  loginTookMs: 400,
};
const middle = () => 0.5;

test("the first look is when the login is probably over, judged by the one before it", () => {
  expect(pollDelayMs({ fence: 1, lease, issued }, 0, 10_100, middle)).toBe(300);
});

test("the first look is never later than the end of the lease", () => {
  const slow = { ...issued, loginTookMs: 60_000 };
  expect(
    pollDelayMs({ fence: 1, lease, issued: slow }, 0, 10_100, middle),
  ).toBe(900);
});

test("without a login to judge by, looks begin after 30 ms and grow apart to 100 ms", () => {
  const delays = [0, 1, 2, 20].map((polls) =>
    pollDelayMs({ fence: 1, lease }, polls, 10_000, middle),
  );
  expect(delays).toEqual([30, 45, 67.5, 100]);
});

test("those who wait do not look in step", () => {
  const item = { fence: 1, lease };
  expect(pollDelayMs(item, 20, 10_000, () => 0)).toBe(50);
  expect(pollDelayMs(item, 20, 10_000, () => 0.999)).toBeCloseTo(150, 0);
});
