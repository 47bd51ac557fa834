import { expect, test } from "vitest";
import {
  type Blocker,
  blockerOf,
  isNote,
  isUncertain,
  needsAttention,
  type ReasonCode,
  toReasonCode,
} from "../../shared/reason-codes.ts";

test.each<
  [ReasonCode, "uncertain" | "decision" | "failure" | "note", Blocker?]
>([
  ["outcome-unknown", "uncertain", "platform"],
  ["person-not-recorded", "uncertain", "configuration"],
  ["person-missing", "uncertain"],
  ["deletion-limit", "decision"],
  ["platform-error-503", "failure", "platform"],
  ["store-denied", "failure", "configuration"],
  // The service account is refused, which ends without a change of the event.
  ["platform-refused-401", "failure", "platform"],
  ["platform-refused-403", "failure"],
  ["answer-refused-401", "failure"],
  ["unexpected", "failure"],
  ["resolved", "note"],
])(
  "the code %s is of the kind %s and waits for: %s",
  (code, kind, waitsFor) => {
    expect(isUncertain(code)).toBe(kind === "uncertain");
    expect(needsAttention(code)).toBe(
      kind === "uncertain" || kind === "decision",
    );
    expect(isNote(code)).toBe(kind === "note");
    expect(blockerOf(code)).toBe(waitsFor);
  },
);

test.each(["employee-changed", "platform-refused-409", "avatar-timeout"])(
  "%s is read back from text as it is",
  (text) => {
    expect(toReasonCode(text)).toBe(text);
  },
);

test.each([
  "",
  "Ada Lovelace already exists",
  "employee-changed-409",
  "platform-refused",
  "platform-refused-4",
  "__proto__",
  "toString",
])("the text %j is no code, and becomes unexpected", (text) => {
  expect(toReasonCode(text)).toBe("unexpected");
});
