import { expect, test } from "vitest";
import { zulip } from "../../../../functions/status-relay/chat/adapters.ts";
import { zulipScheme } from "../../../../shared/webhook/schemes/vendors.ts";
import { verdictOf } from "../../../shared/webhook/schemes/by-record.ts";
import { jsonOf, testChatTool } from "./chat-tool.ts";

/** Zulip's own example of a payload, shortened. */
const payload = {
  bot_email: "outgoing-bot@localhost",
  bot_full_name: "Outgoing webhook test",
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
const bodyOf = jsonOf(payload);

testChatTool({
  name: "Zulip",
  adapter: zulip,
  bodyOf,
  typed: (text) => ({ data: `@**Outgoing webhook test** ${text}` }),
  message: { userId: "5", deliveryId: "112", typedAtMs: 1_527_876_931_000 },
  variants: [
    // A direct message has no mention.
    [{ data: "lunch for 2h" }, { text: "lunch for 2h" }],
    [{ data: "  @**Outgoing webhook test|25** lunch" }, { text: "lunch" }],
    [
      { data: "@**Outgoing webhook test2** lunch" },
      { text: "@**Outgoing webhook test2** lunch" },
    ],
    [{ data: "" }, { text: "" }],
  ],
  malformed: [
    [
      { message: { ...payload.message, sender_id: "5" } },
      "#/message/sender_id",
    ],
    [{ data: 7 }, "#/data"],
  ],
  texts: [["@**Ann** is out", "@**Ann** is out"]],
  active: [({ content }) => content, /[\\`*_~|[\]()#>!$:@](?!\u200B)/],
});

test.each([
  ["authentic", bodyOf({})],
  ["bad-token", bodyOf({ token: "another-token-of-32-characters--" })],
  ["no-token", bodyOf({ token: undefined })],
  ["no-token", bodyOf({ token: [payload.token] })],
  ["no-token", "null"],
  ["no-token", "{"],
])("the token in the body of a Zulip message is %s: %s", (expected, body) => {
  const request = { headers: {}, body, keys: [payload.token] };
  expect(verdictOf(zulipScheme, request)).toBe(expected);
});
