import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { slack } from "../../../../functions/status-relay/chat/slack.ts";
import { hostileText } from "./hostile-text.ts";
import { expectLinearTime, longTexts, messageOf } from "./read-message.ts";

const fields = {
  token: "xyzz0WbapA4vBCDEFasx0q6G",
  team_id: "T1DC2JH3J",
  team_domain: "testteamnow",
  channel_id: "G8PSS9T3V",
  channel_name: "foobar",
  user_id: "U2CERLKJA",
  user_name: "roadrunner",
  command: "/status",
  text: "In a meeting",
  response_url:
    "https://hooks.slack.com/commands/T1DC2JH3J/397700885554/96rGlf",
  trigger_id: "398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c",
  api_app_id: "A123456",
};

const bodyOf = (changes: Record<string, string> = {}) =>
  String(new URLSearchParams({ ...fields, ...changes }));

const textOf = (text: string) => messageOf(slack, bodyOf({ text })).text;

test("reads a command of Slack", () => {
  expect(slack.read(bodyOf())).toEqual({
    kind: "message",
    userId: "T1DC2JH3J:U2CERLKJA",
    deliveryId: fields.trigger_id,
    text: "In a meeting",
    responseUrl: fields.response_url,
  });
});

test("reads Slack's published example as a command without text", () => {
  const body =
    "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";
  expect(slack.read(body)).toMatchObject({
    userId: "T1DC2JH3J:U2CERLKJA",
    text: "",
  });
});

describe("the user of a Slack command", () => {
  const userIdOf = (changes: Record<string, string>) =>
    messageOf(slack, bodyOf(changes)).userId;

  test("belongs to the workspace", () => {
    expect(
      userIdOf({ enterprise_id: "E9", is_enterprise_install: "false" }),
    ).toBe("T1DC2JH3J:U2CERLKJA");
  });

  test("belongs to the organization if the app is installed for the whole organization", () => {
    expect(
      userIdOf({ enterprise_id: "E9", is_enterprise_install: "true" }),
    ).toBe("E9:U2CERLKJA");
  });

  test("does not depend on a name", () => {
    const changes = { user_name: "ceo", team_domain: "x", channel_name: "U1" };
    expect(userIdOf(changes)).toBe("T1DC2JH3J:U2CERLKJA");
  });
});

test("a certificate check of Slack is a probe", () => {
  expect(slack.isProbe?.("token=xyzz&ssl_check=1")).toBe(true);
  expect(slack.isProbe?.(bodyOf())).toBe(false);
  expect(slack.isProbe?.(bodyOf({ text: "&ssl_check=1" }))).toBe(false);
});

describe("a malformed body of Slack", () => {
  test.each(["team_id", "user_id", "trigger_id", "text"] as const)(
    "is a command without %s",
    (name) => {
      const { [name]: _, ...others } = fields;
      expect(slack.read(String(new URLSearchParams(others)))).toEqual({
        kind: "malformed",
        fields: [`#/${name}`],
      });
    },
  );

  test.each(["team_id", "user_id", "trigger_id", "text", "response_url"])(
    "is a command with two values of %s",
    (name) => {
      expect(slack.read(`${bodyOf()}&${name}=U1`)).toEqual({
        kind: "malformed",
        fields: [`#/${name}`],
      });
    },
  );

  test.each([
    ["user_id", ""],
    ["user_id", "U1:T2"],
    ["user_id", "<@U1>"],
    ["team_id", "t1"],
    ["trigger_id", ""],
    ["trigger_id", "a b"],
    ["enterprise_id", "E1:"],
    ["is_enterprise_install", "yes"],
  ])("is a command whose %s is %j", (name, value) => {
    expect(slack.read(bodyOf({ [name]: value }))).toEqual({
      kind: "malformed",
      fields: [`#/${name}`],
    });
  });

  test.each(["", "{}", "null", "text", "%", "__proto__=1&constructor=2"])(
    "is the body %j",
    (body) => {
      expect(slack.read(body)).toMatchObject({ kind: "malformed" });
    },
  );
});

describe("the text of a Slack command", () => {
  test.each([
    ["<@U1|zoe> covers for me", "zoe covers for me"],
    ["ask <@U1> or <@W2>", "ask or"],
    ["in <#C1|general>", "in #general"],
    ["in <#C1>", "in"],
    ["in <#C1|>", "in"],
    ["<!here> <!channel> lunch", "lunch"],
    ["with <!subteam^S1|@design>", "with @design"],
    [
      "away from <!date^1392734382^{date}|18 February>",
      "away from 18 February",
    ],
    ["see <https://x.test/a?b=1&amp;c=2|our page>", "see our page"],
    ["see <https://x.test/a?b=1&amp;c=2>", "see https://x.test/a?b=1&c=2"],
    ["<mailto:zoe@x.test|zoe@x.test>", "zoe@x.test"],
    ["R&amp;D: a &lt; b &gt; c, &lt;3", "R&D: a < b > c, <3"],
    ["&amp;lt; as typed", "&lt; as typed"],
    [
      "*not* _changed_ `at` ~all~ :palm_tree: 🌴",
      "*not* _changed_ `at` ~all~ :palm_tree: 🌴",
    ],
    [
      "@zoe typed where nothing is escaped",
      "@zoe typed where nothing is escaped",
    ],
    ["<<@U1>>", "<>"],
    ["<<@U1|@U2>>", "@U2>"],
    ["<@U1|<@U2>>", "@U1|>"],
    ["&lt;@U1&gt;", "@U1>"],
    ["&lt;<@U1|!here>&gt;", "!here>"],
    ["<@U1", "@U1"],
  ])("%j becomes %j", (typed, plain) => {
    expect(textOf(typed)).toBe(plain);
  });

  test("never has an active mention", () => {
    fc.assert(
      fc.property(hostileText, (typed) => {
        const text = textOf(typed);
        expect(text).not.toMatch(/<[@#!]/);
        expect(text).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
      }),
    );
  });

  test("is read in linear time", () => {
    for (const text of longTexts) expectLinearTime(() => textOf(text));
  });
});

describe("an answer for Slack", () => {
  test("is visible to the user only, and is a section of plain text with a fallback", () => {
    expect(slack.answer("Done: <@U1> & <!here>\n• *b*")).toEqual({
      response_type: "ephemeral",
      text: "Done: &lt;@U1&gt; &amp; &lt;!here&gt;\n• *b*",
      mrkdwn: false,
      blocks: [
        {
          type: "section",
          text: {
            type: "plain_text",
            text: "Done: &lt;@U1&gt; &amp; &lt;!here&gt;\n• *b*",
            emoji: false,
          },
        },
      ],
    });
    expect(slack.isPublic).toBe(false);
  });

  test("has no section if the escaped text is longer than Slack accepts", () => {
    expect(slack.answer("&".repeat(600))).toHaveProperty("blocks");
    expect(slack.answer("&".repeat(601))).not.toHaveProperty("blocks");
  });

  test("never has markup from its text", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(JSON.stringify(slack.answer(text))).not.toMatch(/[<>]/);
      }),
    );
  });
});
