import { expect, test } from "vitest";
import { mattermost } from "../../../../functions/status-relay/chat/adapters.ts";
import { formOf, testChatTool } from "./chat-tool.ts";
import { messageOf } from "./read-message.ts";

const fields = {
  channel_id: "jux16pkewjrkfj3ehep1psxyxc",
  channel_name: "town-square",
  command: "/status",
  response_url:
    "https://chat.example.com/hooks/commands/xbrkb8p393gjpq5cawei7npije",
  root_id: "",
  team_domain: "test",
  team_id: "carya1qs77bemjup96ff538snh",
  token: "local-mattermost-token",
  trigger_id: "d3hwY2I6YW9hMWFnYW82dDhmbXgzaWt0MWo5dzV5Ync6MTc2OTg4NDkyMA==",
  user_id: "aoa1agao6t8fmx3ikt1j9w5ybw",
  user_name: "somename",
};
const bodyOf = formOf(fields);

testChatTool({
  name: "Mattermost",
  adapter: mattermost,
  bodyOf,
  typed: (text) => ({ text }),
  message: {
    userId: fields.user_id,
    deliveryId: fields.trigger_id,
    responseUrl: fields.response_url,
  },
  variants: [
    [{ user_name: "ceo", team_domain: "x" }, { userId: fields.user_id }],
  ],
  malformed: [
    [{ text: undefined }, "#/text"],
    [{ user_id: ["a", "b"] }, "#/user_id"],
    [{ user_id: "a:b" }, "#/user_id"],
    [{ trigger_id: "a\nb" }, "#/trigger_id"],
  ],
  texts: [
    ["  lunch,\n then  gym ", "lunch, then gym"],
    ["R&D: a < b, &amp; stays", "R&D: a < b, &amp; stays"],
    ["<!channel> hi", "!channel> hi"],
    ["**not** _changed_ :palm_tree: 🌴", "**not** _changed_ :palm_tree: 🌴"],
  ],
  active: [
    ({ text }) => String(text).replaceAll(/\\./gs, ""),
    /[\\`*_~|[\]()#>!]|@(?!\u200B)/,
  ],
});

test("a Mattermost command with two mentioned users has its text, although it repeats their fields", () => {
  const body = bodyOf({
    text: "ask @zoe or @ann",
    user_mentions: ["zoe", "ann"],
    user_mentions_ids: ["a1", "b2"],
  });
  expect(messageOf(mattermost, body).text).toBe("ask @zoe or @ann");
});

test("an answer for Mattermost is visible to the user only, and shows characters literally", () => {
  expect(
    mattermost.answer("Done: x.\n• **b** [x](https://y) @channel #tag ~town|x"),
  ).toEqual({
    response_type: "ephemeral",
    text: `Done: x.\n- ${String.raw`\*\*b\*\* \[x\]\(https://y\) @`}\u200Bchannel${String.raw` \#tag \~town\|x`}`,
    // Slack's markup is not parsed.
    skip_slack_parsing: true,
  });
});
