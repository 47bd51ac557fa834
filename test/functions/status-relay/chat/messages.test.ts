import { describe, expect, test } from "vitest";
import {
  createMessages,
  resultAnswer,
} from "../../../../functions/status-relay/chat/messages.ts";
import { rows } from "../../../fixtures/rows.ts";

const zone = "Europe/Oslo";
const forUser = createMessages({ isPublic: false, zone });
const forChannel = createMessages({ isPublic: true, zone });
const status = { text: "Secret lunch" };
const ending = { ...status, expiresAtMs: Date.parse("2026-12-24T16:00Z") };

test.each(rows<[message: unknown, expected: string]>`
  ${forUser.set(status)} | ${"Done: your status is “Secret lunch”."}
  ${forUser.set(ending)} | ${"Done: your status is “Secret lunch”, until Thu, 24 Dec 2026, 17:00 CET."}
  ${forUser.set({ ...status, expiresAtMs: Date.parse("2026-12-24T23:00Z") })} | ${"Done: your status is “Secret lunch”, until Thu, 24 Dec 2026."}
  ${forUser.shown(status)} | ${"Your status is “Secret lunch”."}
  ${forUser.shown({ text: "" })} | You have no status.
  ${forUser.cleared({ text: "" })} | Done: you have no status any more.
  ${forUser.cleared({ ...ending, text: "" })} | Done: you have no status, until Thu, 24 Dec 2026, 17:00 CET.
`)(
  "messages that only the user reads name the status and its end: %s",
  (message, expected) => {
    expect(message).toBe(expected);
  },
);

describe("messages that the whole channel reads", () => {
  test("never contain the status, but contain its end", () => {
    const sentences = [status, ending].flatMap((one) => [
      forChannel.set(one),
      forChannel.shown(one),
    ]);
    for (const sentence of sentences) expect(sentence).not.toContain("Secret");
    expect(forChannel.set(ending)).toBe(
      "Done: your status is set, until Thu, 24 Dec 2026, 17:00 CET.",
    );
  });

  test("neither offer show nor tell whether there is a status", () => {
    expect(forChannel.shown({ text: "" })).toBe(forChannel.shown(status));
    expect(forChannel.help()).not.toContain("show");
    expect(forUser.help()).toContain("show");
  });

  test("never tell that an account is suspended", () => {
    expect(forChannel.suspended()).toBe(forChannel.notActive());
    expect(forUser.suspended()).toContain("suspended at the moment");
  });
});

test("a late answer is promised only if it can be sent", () => {
  expect(forUser.accepted(true)).toContain("I'll tell you");
  expect(forChannel.accepted(false)).not.toContain("I'll tell you");
});

test("the help names the time zone of times", () => {
  expect(forUser.help()).toContain("Europe/Oslo");
});

test("a user whose status waits for the platform is not told that it is set", () => {
  const answer = resultAnswer(forUser, {
    operation: {
      type: "status.set",
      status: "waiting",
      reason: "platform-error-503",
      blockedBy: "platform",
    },
    status,
  });
  expect(answer).toEqual({ text: forUser.delayed() });
});
