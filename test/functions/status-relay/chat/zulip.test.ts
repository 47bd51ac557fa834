import fc from "fast-check";
import { expect, test } from "vitest";
import { zulip } from "../../../../functions/status-relay/chat/adapters.ts";
import { zulipScheme } from "../../../../shared/webhook/schemes/vendors.ts";
import { verifyBy } from "../../../shared/webhook/schemes/by-record.ts";
import { hostileText } from "./hostile-text.ts";
import { messageOf } from "./read-message.ts";

/** Zulip's own example of a payload, shortened. */
const payload = {
  bot_email: "outgoing-bot@localhost",
  bot_full_name: "Outgoing webhook test",
  data: "@**Outgoing webhook test** In a meeting",
  message: {
    id: 112,
    sender_email: "iago@zulip.com",
    sender_full_name: "Iago",
    sender_id: 5,
    timestamp: 1_527_876_931,
    type: "stream",
  },
  token: "xvOzfurIutdRRVLzpXrIIHXJvNfaJLJ0",
  trigger: "mention",
};
const bodyOf = (changes: object = {}) =>
  JSON.stringify({ ...payload, ...changes });

test("reads a message of Zulip without the mention of the bot", () => {
  expect(zulip.read(bodyOf())).toEqual({
    kind: "message",
    userId: "5",
    deliveryId: "112",
    typedAtMs: 1_527_876_931_000,
    text: "In a meeting",
  });
});

test.each([
  ["lunch for 2h", "lunch for 2h"],
  ["  @**Outgoing webhook test|25** lunch", "lunch"],
  ["@**Outgoing webhook test2** lunch", "@**Outgoing webhook test2** lunch"],
  ["@**Ann** is out", "@**Ann** is out"],
  ["", ""],
])("%j is the text %j", (data, text) => {
  expect(messageOf(zulip, bodyOf({ data })).text).toBe(text);
});

test.each([
  [{ message: { ...payload.message, sender_id: "5" } }, "#/message/sender_id"],
  [{ data: 7 }, "#/data"],
])("a body with %j is malformed at %s", (changes, pointer) => {
  expect(zulip.read(bodyOf(changes))).toEqual({
    kind: "malformed",
    fields: [pointer],
  });
});

test("never answers with an active mention or formatting from a text", () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const content = String(zulip.answer(text)["content"]);
      expect(content).not.toMatch(/[\\`*_~|[\]()#>!$:@](?!\u200B)/);
    }),
  );
});

test.each([
  [bodyOf(), { authentic: true }],
  [bodyOf({ token: "another-token-of-32-characters--" }), "bad-token"],
  [bodyOf({ token: undefined }), "no-token"],
  [bodyOf({ token: ["xvOzfurIutdRRVLzpXrIIHXJvNfaJLJ0"] }), "no-token"],
  ["null", "no-token"],
  ["{", "no-token"],
])("the token of a Zulip message is in its body: %s", (body, expected) => {
  const request = {
    header: () => undefined,
    body: new TextEncoder().encode(body),
  };
  const verdict =
    typeof expected === "string"
      ? { authentic: false, reason: expected }
      : expected;
  expect(verifyBy(zulipScheme)(request as never, [payload.token], 0)).toEqual(
    verdict,
  );
});
