import { describe, expect, test } from "vitest";
import {
  createMessages,
  resultAnswer,
} from "../../../../functions/status-relay/chat/messages.ts";
import { rows } from "../../../fixtures/rows.ts";

const zone = "Europe/Oslo";
const private_ = createMessages({ isPublic: false, zone });
const public_ = createMessages({ isPublic: true, zone });
const status = { text: "Secret lunch" };
const ending = { ...status, expiresAtMs: Date.parse("2026-12-24T16:00Z") };

describe("messages that only the user reads", () => {
  test.each(rows<[unknown, string]>`
    ${private_.set(status)} | ${"Done: your status is “Secret lunch”."}
    ${private_.set(ending)} | ${"Done: your status is “Secret lunch”, until Thu, 24 Dec 2026, 17:00 CET."}
    ${private_.set({ ...status, expiresAtMs: Date.parse("2026-12-24T23:00Z") })} | ${"Done: your status is “Secret lunch”, until Thu, 24 Dec 2026."}
    ${private_.shown(status)} | ${"Your status is “Secret lunch”."}
    ${private_.shown({ text: "" })} | You have no status.
    ${private_.cleared({ text: "" })} | Done: you have no status any more.
    ${private_.cleared({ ...ending, text: "" })} | Done: you have no status, until Thu, 24 Dec 2026, 17:00 CET.
  `)("contain the status: %s", (message, expected) => {
    expect(message).toBe(expected);
  });
});

describe("messages that the whole channel reads", () => {
  test("never contain the status, but contain its end", () => {
    const sentences = [status, ending].flatMap((one) => [
      public_.set(one),
      public_.shown(one),
    ]);
    for (const sentence of sentences) expect(sentence).not.toContain("Secret");
    expect(public_.set(ending)).toBe(
      "Done: your status is set, until Thu, 24 Dec 2026, 17:00 CET.",
    );
  });

  test("neither offer show nor tell whether there is a status", () => {
    expect(public_.shown({ text: "" })).toBe(public_.shown(status));
    expect(public_.help()).not.toContain("show");
    expect(private_.help()).toContain("show");
  });

  test("never tell that an account is suspended", () => {
    expect(public_.suspended()).toBe(public_.notActive());
    expect(private_.suspended()).toContain("suspended at the moment");
  });
});

test("a late answer is promised only if it can be sent", () => {
  expect(private_.accepted(true)).toContain("I'll tell you");
  expect(public_.accepted(false)).not.toContain("I'll tell you");
});

test("the help names the time zone of times", () => {
  expect(private_.help()).toContain("Europe/Oslo");
});

test("a user whose status waits for the platform is not told that it is set", () => {
  const answer = resultAnswer(private_, {
    operation: {
      type: "status.set",
      status: "waiting",
      reason: "platform-error-503",
      blockedBy: "platform",
    },
    status,
  });
  expect(answer).toEqual({ text: private_.delayed() });
});
