import { expect, test } from "vitest";
import { discord } from "../../../../functions/status-relay/chat/discord.ts";
import { postAnswer } from "../../../../functions/status-relay/chat/post-answer.ts";
import { jsonOf, testChatTool } from "./chat-tool.ts";

const interaction = {
  type: 2,
  id: "1000000000000000001",
  application_id: "845027738276462632",
  token: "aW50ZXJhY3Rpb24.x_y-z",
  version: 1,
  guild_id: "290926798626357999",
  locale: "sv-SE",
  member: { nick: "CEO", user: { id: "80351110224678912", username: "zoe" } },
};

testChatTool({
  name: "Discord",
  adapter: discord,
  bodyOf: jsonOf(interaction),
  typed: (value) => ({
    data: { name: "status", options: [{ name: "text", type: 3, value }] },
  }),
  message: {
    userId: "80351110224678912",
    deliveryId: "1000000000000000001",
    locale: "sv-SE",
    // The webhook of the interaction.
    responseUrl:
      "https://discord.com/api/v10/webhooks/845027738276462632/aW50ZXJhY3Rpb24.x_y-z",
  },
  variants: [
    // In a direct message, without a text, and by a button.
    [{ member: undefined, user: { id: "7" } }, { userId: "7" }],
    [{ data: { name: "status" } }, { text: "" }],
    [{ type: 3, data: { custom_id: "clear" } }, { text: "clear" }],
  ],
  malformed: [
    [{ type: 9 }, "#/type"],
    [{ id: "x" }, "#/id"],
    [{ token: "a/../b" }, "#/token"],
    [{ application_id: "1/2" }, "#/application_id"],
    [{ member: undefined }, "#/member"],
  ],
  texts: [["  lunch,\n then  gym ", "lunch, then gym"]],
  active: [
    ({ data }) => (data as { content: string }).content.replaceAll(/\\./gs, ""),
    /[\\`*_~|[\]()#>:<-]|@(?!\u200B)/,
  ],
});

test("Discord's check of the URL is answered with a pong", () => {
  const check = { kind: "check", answer: { type: 1 } };
  expect(discord.read(JSON.stringify({ type: 1 }))).toEqual(check);
});

test("an answer for Discord is visible to the user only, in the response and later", () => {
  const message = { content: "Done", flags: 64 };
  expect(discord.answer("Done")).toMatchObject({ type: 4, data: message });
  expect(discord.lateAnswer?.("Done")).toMatchObject(message);
});

test("a late answer names its client in the form that Discord requires", async () => {
  let name: string | undefined;
  await postAnswer(
    {
      http: async ({ headers }) => {
        name = headers["user-agent"];
        return { status: 204, headers: {}, body: new Uint8Array() };
      },
      adapter: discord,
      url: "https://discord.com/api/v10/webhooks/1/t",
      timeoutMs: 1_000,
    },
    { text: "Done" },
  );
  expect(name).toMatch(/^DiscordBot \(.+, \d/);
});

test("an answer for Discord is cut where it would be too long, and never within an escape", () => {
  const contentOf = (text: string) => discord.lateAnswer?.(text)["content"];
  expect(contentOf("x".repeat(1_999))).toBe("x".repeat(1_999));
  expect(contentOf("x".repeat(2_001))).toBe(`${"x".repeat(1_999)}…`);
  expect(contentOf("*".repeat(1_001))).toBe(`${String.raw`\*`.repeat(999)}…`);
  expect(contentOf("🌴".repeat(1_001))).toBe(`${"🌴".repeat(999)}…`);
});

test("an answer for Discord has the buttons whose command is short enough", () => {
  const buttons = [
    { label: "1 hour longer", command: `set ${"x".repeat(97)}` },
    { label: "Clear", command: "clear" },
  ];
  expect(discord.lateAnswer?.("Done", { buttons })).toMatchObject({
    components: [{ components: [{ custom_id: "clear" }] }],
  });
});
