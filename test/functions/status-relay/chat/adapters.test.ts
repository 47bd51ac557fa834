import { expect, test } from "vitest";
import { chatAdapterOf } from "../../../../functions/status-relay/chat/adapters.ts";

test.each(["slack", "teams", "mattermost", "google-chat"])(
  "the chat tool %s has a chat adapter, whose users have identities of that kind",
  (scheme) => {
    expect(chatAdapterOf(scheme)?.identityKind).toBe(scheme);
  },
);

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
    expect(chatAdapterOf(scheme)?.isProbe("ssl_check=1")).toBe(false);
  },
);
