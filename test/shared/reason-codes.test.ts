import { describe, expect, test } from "vitest";
import {
  isUncertain,
  needsAttention,
  type ReasonCode,
  toReasonCode,
} from "../../shared/reason-codes.ts";

describe("reason codes", () => {
  test.each<ReasonCode>([
    "outcome-unknown",
    "answer-unreadable",
    "interrupted",
    "person-not-listed",
    "person-not-recorded",
    "claim-lost",
    "person-missing",
    "person-belongs-to-another",
    "deletion-unfinished",
  ])(
    "%s says that the platform may hold something unknown, which needs attention",
    (code) => {
      expect(isUncertain(code)).toBe(true);
      expect(needsAttention(code)).toBe(true);
    },
  );

  test.each<ReasonCode>([
    "deletion-limit",
    "disable-limit",
    "rename-limit",
    "person-differs",
    "person-protected",
    "employee-has-person",
    "username-or-email-taken",
  ])("%s leaves the platform as it was, and needs a decision", (code) => {
    expect(isUncertain(code)).toBe(false);
    expect(needsAttention(code)).toBe(true);
  });

  test.each<ReasonCode>([
    "platform-refused-400",
    "platform-error-503",
    "platform-busy",
    "login-refused",
    "employee-busy",
    "unexpected",
  ])("%s leaves the platform as it was, and needs no decision", (code) => {
    expect(isUncertain(code)).toBe(false);
    expect(needsAttention(code)).toBe(false);
  });

  test.each(["claim-lost", "platform-refused-409", "avatar-timeout"])(
    "%s is read back from text as it is",
    (text) => {
      expect(toReasonCode(text)).toBe(text);
    },
  );

  test.each([
    "",
    "Ada Lovelace already exists",
    "claim-lost-409",
    "platform-refused",
    "platform-refused-4",
    "__proto__",
    "toString",
  ])("the text %j is no code, and becomes unexpected", (text) => {
    expect(toReasonCode(text)).toBe("unexpected");
  });
});
