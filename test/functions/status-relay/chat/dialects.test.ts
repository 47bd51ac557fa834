import { expect, test } from "vitest";
import { dialectOf } from "../../../../functions/status-relay/chat/dialects.ts";

test.each(["slack", "teams", "mattermost"])(
  "a caller of the scheme %s chats, and its people are identities of that kind",
  (scheme) => {
    expect(dialectOf(scheme)?.identityKind).toBe(scheme);
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
  expect(dialectOf(scheme)).toBeUndefined();
});

test.each([
  ["slack", 3_000, false, ["hooks.slack.com"]],
  ["mattermost", 3_000, false, []],
  ["teams", 5_000, true, []],
] as const)(
  "%s waits %i ms, and whether its answers are public is %s",
  (scheme, answerWithinMs, isPublic, responseHosts) => {
    expect(dialectOf(scheme)).toMatchObject({
      answerWithinMs,
      isPublic,
      responseHosts,
    });
  },
);

test.each(["teams", "mattermost"])("%s never probes", (scheme) => {
  expect(dialectOf(scheme)?.isProbe("ssl_check=1")).toBe(false);
});
