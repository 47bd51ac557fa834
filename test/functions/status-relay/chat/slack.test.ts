import { expect, test } from "vitest";
import { slack } from "../../../../functions/status-relay/chat/slack.ts";
import { formOf, testChatTool } from "./chat-tool.ts";

/** Slack's published example has these fields. */
const fields = {
  token: "xyzz0WbapA4vBCDEFasx0q6G",
  team_id: "T1DC2JH3J",
  team_domain: "testteamnow",
  channel_id: "G8PSS9T3V",
  channel_name: "foobar",
  user_id: "U2CERLKJA",
  user_name: "roadrunner",
  command: "/status",
  response_url:
    "https://hooks.slack.com/commands/T1DC2JH3J/397700885554/96rGlf",
  trigger_id: "398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c",
};
const bodyOf = formOf(fields);
const ofOrganization = { enterprise_id: "E9", is_enterprise_install: "true" };

// `ChatToolFacts` in chat-tool.ts says what each field is.
testChatTool({
  name: "Slack",
  adapter: slack,
  bodyOf,
  typed: (text) => ({ text }),
  message: {
    userId: "T1DC2JH3J:U2CERLKJA",
    deliveryId: fields.trigger_id,
    responseUrl: fields.response_url,
  },
  variants: [
    [{ text: "" }, { text: "" }],
    [ofOrganization, { userId: "E9:U2CERLKJA" }],
    [
      { ...ofOrganization, is_enterprise_install: "false" },
      { userId: "T1DC2JH3J:U2CERLKJA" },
    ],
    [
      { user_name: "ceo", team_domain: "x", channel_name: "U1" },
      { userId: "T1DC2JH3J:U2CERLKJA" },
    ],
  ],
  malformed: [
    [{ team_id: undefined }, "#/team_id"],
    [{ user_id: ["U1", "U2"] }, "#/user_id"],
    [{ text: ["a", "b"] }, "#/text"],
    [{ response_url: ["a", "b"] }, "#/response_url"],
    [{ user_id: "U1:T2" }, "#/user_id"],
    [{ team_id: "t1" }, "#/team_id"],
    [{ trigger_id: "a b" }, "#/trigger_id"],
    [{ enterprise_id: "E1:" }, "#/enterprise_id"],
    [{ is_enterprise_install: "yes" }, "#/is_enterprise_install"],
  ],
  // No "<" stays before "@", "#" or "!", so that no text becomes a mention.
  texts: [
    ["<@U1|zoe> covers for me", "zoe covers for me"],
    ["ask <@U1> or <@W2>", "ask or"],
    ["in <#C1|general>", "in #general"],
    ["in <#C1>", "in"],
    ["in <#C1|>", "in"],
    ["<!here> <!channel> lunch", "lunch"],
    ["with <!subteam^S1|@design>", "with @design"],
    ["off from <!date^1392734382^{date}|18 May>", "off from 18 May"],
    ["see <https://x.test/a?b=1&amp;c=2|our page>", "see our page"],
    ["see <https://x.test/a?b=1&amp;c=2>", "see https://x.test/a?b=1&c=2"],
    ["<mailto:zoe@x.test|zoe@x.test>", "zoe@x.test"],
    ["R&amp;D: a &lt; b &gt; c, &lt;3", "R&D: a < b > c, <3"],
    ["&amp;lt; as typed", "&lt; as typed"],
    ["*not* _changed_ `at` ~all~ :x: 🌴", "*not* _changed_ `at` ~all~ :x: 🌴"],
    ["@zoe typed without escapes", "@zoe typed without escapes"],
    ["<<@U1>>", "<>"],
    ["<<@U1|@U2>>", "@U2>"],
    ["<@U1|<@U2>>", "@U1|>"],
    ["&lt;@U1&gt;", "@U1>"],
    ["&lt;<@U1|!here>&gt;", "!here>"],
    ["<@U1", "@U1"],
  ],
  // Only < and > would make a mention or a link of a text.
  active: [(answer) => JSON.stringify(answer), /[<>]/],
});

test("only a certificate check of Slack tests our URL, and no command or other text that contains one", () => {
  expect(slack.isUrlTest?.("token=xyzz&ssl_check=1")).toBe(true);
  expect(slack.isUrlTest?.(bodyOf({ text: "lunch" }))).toBe(false);
  expect(slack.isUrlTest?.(bodyOf({ text: "&ssl_check=1" }))).toBe(false);
  expect(slack.isUrlTest?.('{"text":"a&ssl_check=1&b"}')).toBe(false);
});

test("an answer for Slack is visible to the user only, as plain text with a fallback", () => {
  const text = "Done: &lt;@U1&gt; &amp; &lt;!here&gt;\n• *b*";
  const section = {
    type: "section",
    text: { type: "plain_text", text, emoji: false },
  };
  expect(slack.answer("Done: <@U1> & <!here>\n• *b*")).toEqual({
    response_type: "ephemeral",
    text,
    mrkdwn: false,
    blocks: [section],
  });
});

test("an answer for Slack has no section if the escaped text is longer than Slack accepts", () => {
  expect(slack.answer("&".repeat(600))).toHaveProperty("blocks");
  expect(slack.answer("&".repeat(601))).not.toHaveProperty("blocks");
});
