import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { discord } from "../../../../functions/status-relay/chat/discord.ts";
import { hostileText } from "./hostile-text.ts";
import { messageOf } from "./read-message.ts";

const interaction = {
  type: 2,
  id: "1000000000000000001",
  application_id: "845027738276462632",
  token: "aW50ZXJhY3Rpb24.x_y-z",
  version: 1,
  guild_id: "290926798626357999",
  locale: "sv-SE",
  member: {
    nick: "CEO",
    user: { id: "80351110224678912", username: "zoe" },
  },
  data: {
    id: "771825006014889984",
    name: "status",
    type: 1,
    options: [{ name: "text", type: 3, value: "In a meeting" }],
  },
};
const bodyOf = (changes: object = {}) =>
  JSON.stringify({ ...interaction, ...changes });

test("reads a slash command of Discord, whose late answer goes to the webhook of the interaction", () => {
  expect(discord.read(bodyOf())).toEqual({
    kind: "message",
    userId: "80351110224678912",
    deliveryId: "1000000000000000001",
    text: "In a meeting",
    locale: "sv-SE",
    responseUrl:
      "https://discord.com/api/v10/webhooks/845027738276462632/aW50ZXJhY3Rpb24.x_y-z",
  });
});

test("reads a command in a direct message, a command without a text, and a click on a button", () => {
  const direct = bodyOf({ member: undefined, user: { id: "7" } });
  expect(messageOf(discord, direct).userId).toBe("7");
  const empty = bodyOf({ data: { name: "status" } });
  expect(messageOf(discord, empty).text).toBe("");
  const click = bodyOf({ type: 3, data: { custom_id: "clear" } });
  expect(messageOf(discord, click).text).toBe("clear");
});

test("answers the check of the URL with a pong", () => {
  const check = { kind: "check", answer: { type: 1 } };
  expect(discord.read(JSON.stringify({ type: 1 }))).toEqual(check);
});

test.each([
  [{ type: 9 }, "#/type"],
  [{ id: "x" }, "#/id"],
  [{ token: "a/../b" }, "#/token"],
  [{ application_id: "1/2" }, "#/application_id"],
  [{ member: undefined }, "#/member"],
])("a body with %j is malformed at %s", (changes, pointer) => {
  expect(discord.read(bodyOf(changes))).toEqual({
    kind: "malformed",
    fields: [pointer],
  });
});

describe("an answer for Discord", () => {
  const buttons = [
    { label: "1 hour longer", command: `set ${"x".repeat(97)}` },
    { label: "Clear", command: "clear" },
  ];

  test("is visible to the user only, in the response and later", () => {
    const message = { content: "Done", flags: 64 };
    expect(discord.answer("Done")).toMatchObject({ type: 4, data: message });
    expect(discord.lateAnswer?.("Done")).toMatchObject(message);
  });

  test("has the buttons whose command is short enough for Discord", () => {
    expect(discord.lateAnswer?.("Done", { buttons })).toMatchObject({
      components: [{ components: [{ custom_id: "clear" }] }],
    });
  });

  test("never has an active mention or formatting from its text", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const content = String(discord.lateAnswer?.(text)["content"]);
        expect(content).not.toMatch(/@(?!\u200B)/);
        expect(content.replaceAll(/\\./gs, "")).not.toMatch(
          /[\\`*_~|[\]()#>:<-]/,
        );
      }),
    );
  });
});
