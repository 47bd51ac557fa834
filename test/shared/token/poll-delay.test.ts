import { expect, test } from "vitest";
import { pollDelayMs } from "../../../shared/token/fleet-login.ts";

const lease = { startedAtMs: 10_000, endsAtMs: 11_000 };
const issued = {
  accessToken: "token-1",
  tokenType: "Bearer",
  expiresAtMs: 9000,
  loginTookMs: 400,
};
const middle = () => 0.5;

test("the first poll comes when the login should be complete, judged by the login before it", () => {
  expect(pollDelayMs({ fence: 1, lease, issued }, 0, 10_100, middle)).toBe(300);
});

test("the first poll is never later than the end of the lease", () => {
  const slow = { ...issued, loginTookMs: 60_000 };
  expect(
    pollDelayMs({ fence: 1, lease, issued: slow }, 0, 10_100, middle),
  ).toBe(900);
});

test("without an earlier login, the pauses between polls grow from 30 ms to 100 ms", () => {
  const delays = [0, 1, 2, 20].map((polls) =>
    pollDelayMs({ fence: 1, lease }, polls, 10_000, middle),
  );
  expect(delays).toEqual([30, 45, 67.5, 100]);
});

test("random pauses spread the polls of the waiting sandboxes", () => {
  const item = { fence: 1, lease };
  expect(pollDelayMs(item, 20, 10_000, () => 0)).toBe(50);
  expect(pollDelayMs(item, 20, 10_000, () => 0.999)).toBeCloseTo(150, 0);
});
