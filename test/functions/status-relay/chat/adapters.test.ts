import { expect, test } from "vitest";
import { schemes } from "../../../../shared/webhook/caller-entry.ts";
import { chatAdapterOf } from "../../../../functions/status-relay/chat/adapters.ts";

test("each scheme of a chat tool has a chat adapter", () => {
  const ofChat = Object.entries(schemes).filter(([, { isChat }]) => isChat);
  for (const [name] of ofChat) expect(chatAdapterOf(name)).toBeDefined();
});

test.each([
  "bearer",
  "standard-webhooks",
  "bamboohr",
  "eventbridge",
  "toString",
  "__proto__",
  "",
  undefined,
])("the text %j names no chat adapter", (scheme) => {
  expect(chatAdapterOf(scheme)).toBeUndefined();
});

test.each([
  ["slack", 3_000, false, ["hooks.slack.com"]],
  ["mattermost", 3_000, false, []],
  ["teams", 5_000, true, []],
  ["google-chat", 5_000, false, []],
] as const)(
  "a message of %s is answered within %i ms, and whether the answer is public is %s",
  (scheme, answerWithinMs, isPublic, responseHosts) => {
    expect(chatAdapterOf(scheme)).toMatchObject({
      answerWithinMs,
      isPublic,
      responseHosts,
    });
  },
);

test.each(["teams", "mattermost", "google-chat"])(
  "%s never probes our endpoint",
  (scheme) => {
    expect(chatAdapterOf(scheme)?.isProbe).toBeUndefined();
  },
);
