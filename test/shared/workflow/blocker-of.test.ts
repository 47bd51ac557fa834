import { expect, test } from "vitest";
import {
  type ReasonCode,
  reasonCodes,
  type ReasonRow,
} from "../../../shared/reason-codes.ts";
import { blockerOf } from "../../../shared/workflow/blocker-of.ts";

const platform: ReasonCode[] = [
  "answer-unreadable",
  "login-failed",
  "login-refused",
  "outcome-unknown",
  "platform-busy",
  "platform-error-500",
  "platform-error-503",
  "platform-refused-401",
  "platform-unreachable",
];
const configuration: ReasonCode[] = [
  "payload-too-new",
  "person-not-recorded",
  "secret-denied",
  "secret-malformed",
  "secret-missing",
  "secret-unavailable",
  "store-denied",
  "store-unavailable",
];
const blocking = new Set<string>([
  ...platform,
  ...configuration,
  "platform-error",
]);
const others = (Object.keys(reasonCodes) as ReasonRow[]).filter(
  (row) => !blocking.has(row),
);

test.each(platform)(
  "an operation that failed with %s waits for the platform",
  (code) => {
    expect(blockerOf(code)).toBe("platform");
  },
);

test.each(configuration)(
  "an operation that failed with %s waits for our configuration",
  (code) => {
    expect(blockerOf(code)).toBe("configuration");
  },
);

test("an operation with any other code waits for nothing, because no later attempt would succeed", () => {
  const codes = [
    ...others.filter((row) => !/^(?:answer|platform)-refused$/.test(row)),
    "platform-refused-400",
    "platform-refused-403",
    "platform-refused-404",
    "answer-refused-401",
  ] as ReasonCode[];
  expect(codes.length).toBeGreaterThan(50);
  expect(codes.filter((code) => blockerOf(code) !== undefined)).toEqual([]);
});
