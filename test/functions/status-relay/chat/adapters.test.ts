import { expect, test } from "vitest";
import { chatAdapterOf } from "../../../../functions/status-relay/chat/adapters.ts";

test.each(["slack", "teams", "mattermost"])(
  "a caller of the scheme %s chats, and its people are identities of that kind",
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
])("a caller of the scheme %j does not", (scheme) => {
  expect(chatAdapterOf(scheme)).toBeUndefined();
});

test.each([
  ["slack", 3_000, false, ["hooks.slack.com"]],
  ["mattermost", 3_000, false, []],
  ["teams", 5_000, true, []],
] as const)(
  "%s waits %i ms, and whether its answers are public is %s",
  (scheme, answerWithinMs, isPublic, responseHosts) => {
    expect(chatAdapterOf(scheme)).toMatchObject({
      answerWithinMs,
      isPublic,
      responseHosts,
    });
  },
);

test.each(["teams", "mattermost"])("%s never probes", (scheme) => {
  expect(chatAdapterOf(scheme)?.isProbe("ssl_check=1")).toBe(false);
});
