import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mattermost } from "../../../../functions/status-relay/chat/adapters.ts";
import { hostileText } from "./hostile-text.ts";
import { expectLinearTime, longTexts, messageOf } from "./read-message.ts";

const fields = {
  channel_id: "jux16pkewjrkfj3ehep1psxyxc",
  channel_name: "town-square",
  command: "/status",
  response_url:
    "https://chat.example.com/hooks/commands/xbrkb8p393gjpq5cawei7npije",
  root_id: "",
  team_domain: "test",
  team_id: "carya1qs77bemjup96ff538snh",
  text: "In a meeting",
  token: "local-mattermost-token",
  trigger_id: "d3hwY2I6YW9hMWFnYW82dDhmbXgzaWt0MWo5dzV5Ync6MTc2OTg4NDkyMA==",
  user_id: "aoa1agao6t8fmx3ikt1j9w5ybw",
  user_name: "somename",
};

const bodyOf = (changes: Record<string, string> = {}) =>
  String(new URLSearchParams({ ...fields, ...changes }));

test("reads a command of Mattermost", () => {
  expect(mattermost.read(bodyOf())).toEqual({
    kind: "message",
    userId: fields.user_id,
    deliveryId: fields.trigger_id,
    text: "In a meeting",
    responseUrl: fields.response_url,
  });
});

test("derives the user of a Mattermost command from the id, never from a name", () => {
  const body = bodyOf({ user_name: "ceo", team_domain: "x" });
  expect(messageOf(mattermost, body).userId).toBe(fields.user_id);
});

test("accepts a Mattermost command with two mentioned users, which adds repeated fields", () => {
  const body = `${bodyOf({ text: "ask @zoe or @ann" })}&user_mentions=zoe&user_mentions=ann&user_mentions_ids=a1&user_mentions_ids=b2`;
  expect(messageOf(mattermost, body).text).toBe("ask @zoe or @ann");
});

describe("a malformed body of Mattermost", () => {
  test.each(["user_id", "trigger_id", "text"] as const)(
    "is a command without %s",
    (name) => {
      const { [name]: _, ...others } = fields;
      expect(mattermost.read(String(new URLSearchParams(others)))).toEqual({
        kind: "malformed",
        fields: [`#/${name}`],
      });
    },
  );

  test.each(["user_id", "trigger_id", "text", "response_url"])(
    "is a command with two values of %s",
    (name) => {
      expect(mattermost.read(`${bodyOf()}&${name}=x`)).toEqual({
        kind: "malformed",
        fields: [`#/${name}`],
      });
    },
  );

  test.each([
    ["user_id", ""],
    ["user_id", "a:b"],
    ["user_id", "Zoe"],
    ["trigger_id", ""],
    ["trigger_id", "a\nb"],
  ])("is a command whose %s is %j", (name, value) => {
    expect(mattermost.read(bodyOf({ [name]: value }))).toEqual({
      kind: "malformed",
      fields: [`#/${name}`],
    });
  });
});

describe("the text of a Mattermost command", () => {
  const textOf = (text: string) => messageOf(mattermost, bodyOf({ text })).text;

  test.each([
    ["  lunch,\n then  gym ", "lunch, then gym"],
    ["R&D: a < b, &amp; stays", "R&D: a < b, &amp; stays"],
    ["<!channel> hi", "!channel> hi"],
    ["**not** _changed_ :palm_tree: 🌴", "**not** _changed_ :palm_tree: 🌴"],
  ])("%j becomes %j", (typed, plain) => {
    expect(textOf(typed)).toBe(plain);
  });

  test("is read in linear time", () => {
    for (const text of longTexts) expectLinearTime(() => textOf(text));
  });
});

describe("an answer for Mattermost", () => {
  test("is visible to the user only, and without parsing for Slack's markup", () => {
    expect(mattermost.answer("Done: x.\n• clear")).toEqual({
      response_type: "ephemeral",
      text: "Done: x.\n- clear",
      skip_slack_parsing: true,
    });
    expect(mattermost.isPublic).toBe(false);
  });

  test("shows special characters literally, and mentions no user", () => {
    expect(
      mattermost.answer("**bold** [x](https://y) @channel #tag ~town|x")[
        "text"
      ],
    ).toBe(
      String.raw`\*\*bold\*\* \[x\]\(https://y\) @` +
        "\u200Bchannel" +
        String.raw` \#tag \~town\|x`,
    );
  });

  test("never has an active mention or formatting from its text", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const answer = String(mattermost.answer(text)["text"]);
        expect(answer).not.toMatch(/@(?!\u200B)/);
        expect(answer.replaceAll(/\\./gs, "")).not.toMatch(/[\\`*_~|[\]()#>!]/);
      }),
    );
  });
});
