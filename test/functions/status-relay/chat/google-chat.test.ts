import { expect, test } from "vitest";
import { googleChat } from "../../../../functions/status-relay/chat/google-chat.ts";
import { rows } from "../../../fixtures/rows.ts";
import { jsonOf, testChatTool } from "./chat-tool.ts";

const user = {
  name: "users/104022735219567893412",
  displayName: "Zoë Doe",
  avatarUrl: "https://lh3.googleusercontent.com/a/x",
  email: "zoe@example.com",
  type: "HUMAN",
  domainId: "1abcdef",
};
const space = { name: "spaces/AAQAtjsc9v4", type: "ROOM" };
const createTime = "2026-01-31T18:42:00.834266Z";
const message = {
  name: `${space.name}/messages/Yz8qDXDqwAI.Yz8qDXDqwAI`,
  sender: user,
  createTime,
  slashCommand: { commandId: "1" },
  space,
};
/** An event as an app with an HTTP endpoint receives it. */
const event = {
  type: "MESSAGE",
  eventTime: createTime,
  user,
  space,
  common: { userLocale: "en", hostApp: "CHAT", platform: "WEB" },
};
const bodyOf = jsonOf(event);
/** The app is added to a space, by a mention or without one. */
const added = { type: "ADDED_TO_SPACE" };

const parameters = [{ key: "command", value: "clear" }];
const unknownSettings = { zone: undefined, locale: undefined };
const toldSettings = { timeZone: { id: "Asia/Kathmandu", offset: 20_700_000 } };

testChatTool({
  name: "Google Chat",
  adapter: googleChat,
  bodyOf,
  // A command or the mention of the app stands in `text`, and not in `argumentText`.
  typed: (text) => ({
    message: { ...message, text: `/status ${text}`, argumentText: ` ${text}` },
  }),
  message: {
    userId: user.name,
    deliveryId: message.name,
    typedAtMs: Date.parse("2026-01-31T18:42:00.834Z"),
    locale: "en",
  },
  variants: rows<[Record<string, unknown>, object]>`
    ${{ message: { ...message, text: "/status" } }} | ${{ text: "" }}
    ${{ user: { ...user, displayName: "CEO", email: "ceo@x" } }} | ${{ userId: user.name }}
    ${{ type: "CARD_CLICKED", action: { parameters }, message }} | ${{ text: "clear", deliveryId: `${message.name} ${createTime}` }}
    ${{ common: toldSettings }} | ${{ zone: "Asia/Kathmandu", locale: undefined }}
    ${{ common: { userLocale: "no language", timeZone: { id: "Mars/Base" } } }} | ${unknownSettings}
    ${{ common: { timeZone: "UTC" } }} | ${unknownSettings}
    ${{ common: "none" }} | ${unknownSettings}
    ${{ ...added, message: { ...message, argumentText: " away" } }} | ${{ deliveryId: message.name, text: "away" }}
    ${{ ...added, message: undefined }} | ${{ userId: user.name, deliveryId: space.name, text: "" }}
  `,
  malformed: [
    [{ user: undefined }, "#/user"],
    [{ user: { name: "users/a@b" } }, "#/user/name"],
    // Without a zone.
    [{ eventTime: "2026-01-31T18:42:00" }, "#/eventTime"],
    [{ message: null }, "#/message"],
    [{ type: "<b>" }, "#/type"],
    // An event of a Google Workspace add-on.
    [{ type: undefined, chat: { messagePayload: {} } }, "#/type"],
  ],
  texts: [
    ["  lunch,\n then  gym ", "lunch, then gym"],
    ["R&D: a < b, &amp; stays", "R&D: a < b, &amp; stays"],
    ["ask @Zoë Doe", "ask @Zoë Doe"],
    ["*not* _changed_ :custom: 🌴", "*not* _changed_ :custom: 🌴"],
    ["\u202Ereversed\u0007", "reversed"],
  ],
  active: [
    ({ cardsV2, fallbackText }) =>
      JSON.stringify(cardsV2).replaceAll("<br>", "").replaceAll(">", "<") +
      String(fallbackText),
    /<(?!\u200B)/,
  ],
});

test("a click in Google Chat on a button without a command is malformed", () => {
  const click = { type: "CARD_CLICKED", action: { parameters: [] } };
  expect(googleChat.read(bodyOf(click))).toMatchObject({ kind: "malformed" });
});

test.each([
  { type: "REMOVED_FROM_SPACE" },
  { type: "WIDGET_UPDATED" },
  { type: "APP_HOME" },
  { type: "A_TYPE_OF_NEXT_YEAR" },
  { type: "ADDED_TO_SPACE", user: undefined },
])("an event of Google Chat is ignored: %j", (changes) => {
  expect(googleChat.read(bodyOf(changes))).toEqual({ kind: "ignored" });
});

test("an answer for Google Chat is a card with buttons that only the user sees, with a fallback", () => {
  const text = "Done: &lt;users/all&gt; &amp; &lt;b&gt;x&lt;/b&gt;<br>• clear";
  const onClick = { action: { function: "command", parameters } };
  const buttonList = { buttons: [{ text: "Clear", onClick }] };
  const sections = [{ widgets: [{ textParagraph: { text } }, { buttonList }] }];
  expect(
    googleChat.answer("Done: <users/all> & <b>x</b>\n• clear", {
      userId: user.name,
      buttons: [{ label: "Clear", command: "clear" }],
    }),
  ).toEqual({
    cardsV2: [{ cardId: "status", card: { sections } }],
    fallbackText: "Done: <\u200Busers/all> & <\u200Bb>x<\u200B/b>\n• clear",
    privateMessageViewer: { name: user.name },
  });
});
