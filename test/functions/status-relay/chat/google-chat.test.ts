import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { googleChat } from "../../../../functions/status-relay/chat/google-chat.ts";
import { hostileText } from "./hostile-text.ts";
import { expectLinearTime, longTexts, messageOf } from "./read-message.ts";

const user = {
  name: "users/104022735219567893412",
  displayName: "Zoë Doe",
  avatarUrl: "https://lh3.googleusercontent.com/a/x",
  email: "zoe@example.com",
  type: "HUMAN",
  domainId: "1abcdef",
};
const space = {
  name: "spaces/AAQAtjsc9v4",
  type: "ROOM",
  displayName: "General",
  spaceType: "SPACE",
  spaceThreadingState: "THREADED_MESSAGES",
};
/** A slash command as an app with an HTTP endpoint receives it. */
const event = {
  type: "MESSAGE",
  eventTime: "2026-01-31T18:42:00.834266Z",
  user,
  space,
  message: {
    name: "spaces/AAQAtjsc9v4/messages/Yz8qDXDqwAI.Yz8qDXDqwAI",
    sender: user,
    createTime: "2026-01-31T18:42:00.834266Z",
    text: "/status In a meeting",
    argumentText: " In a meeting",
    slashCommand: { commandId: "1" },
    annotations: [
      {
        type: "SLASH_COMMAND",
        startIndex: 0,
        length: 7,
        slashCommand: { commandName: "/status", commandId: "1" },
      },
    ],
    space,
  },
  common: { userLocale: "en", hostApp: "CHAT", platform: "WEB" },
};

const bodyOf = (changes: Record<string, unknown> = {}) =>
  JSON.stringify({ ...event, ...changes });
const messageBodyOf = (changes: Record<string, unknown>) =>
  bodyOf({ message: { ...event.message, ...changes } });

test("reads a slash command of Google Chat", () => {
  expect(googleChat.read(bodyOf())).toEqual({
    kind: "message",
    userId: "users/104022735219567893412",
    deliveryId: "spaces/AAQAtjsc9v4/messages/Yz8qDXDqwAI.Yz8qDXDqwAI",
    typedAtMs: Date.parse("2026-01-31T18:42:00.834Z"),
    text: "In a meeting",
    locale: "en",
  });
});

test("reads a click on a button of a card of Google Chat, with the zone of the user", () => {
  const parameters = [{ key: "command", value: "clear" }];
  const timeZone = { id: "Asia/Kathmandu", offset: 20_700_000 };
  const body = bodyOf({
    type: "CARD_CLICKED",
    action: { actionMethodName: "command", parameters },
    common: { ...event.common, timeZone },
  });
  expect(messageOf(googleChat, body)).toMatchObject({
    userId: user.name,
    deliveryId: `${event.message.name} ${event.eventTime}`,
    text: "clear",
    zone: "Asia/Kathmandu",
  });
  const wrong = bodyOf({ type: "CARD_CLICKED", action: { parameters: [] } });
  expect(googleChat.read(wrong)).toMatchObject({ kind: "malformed" });
});

test.each([
  { userLocale: "not a language", timeZone: { id: "Mars/Base" } },
  { timeZone: "UTC" },
  "none",
])(
  "settings of a user that we do not understand are left out: %j",
  (common) => {
    const { zone, locale } = messageOf(googleChat, bodyOf({ common }));
    expect([zone, locale]).toEqual([undefined, undefined]);
  },
);

test("reads a message of Google Chat that mentions the app, without the mention", () => {
  const body = messageBodyOf({
    text: "@Status lunch until 14:00",
    argumentText: " lunch until 14:00",
    slashCommand: undefined,
    annotations: [{ type: "USER_MENTION", startIndex: 0, length: 7 }],
  });
  expect(messageOf(googleChat, body).text).toBe("lunch until 14:00");
});

test("a message of Google Chat that is only the command has an empty text", () => {
  const body = messageBodyOf({ text: "/status", argumentText: undefined });
  expect(messageOf(googleChat, body).text).toBe("");
});

test("derives the user of a Google Chat message from the resource name alone", () => {
  const body = bodyOf({
    user: { ...user, displayName: "CEO", email: "ceo@x" },
  });
  expect(messageOf(googleChat, body).userId).toBe(user.name);
});

test("the addition of the app to a space of Google Chat is an empty message of the user who adds it", () => {
  const { message: _, ...added } = event;
  expect(
    googleChat.read(JSON.stringify({ ...added, type: "ADDED_TO_SPACE" })),
  ).toEqual({
    kind: "message",
    userId: user.name,
    deliveryId: space.name,
    typedAtMs: Date.parse("2026-01-31T18:42:00.834Z"),
    text: "",
    locale: "en",
  });
});

describe("an event of Google Chat that is ignored", () => {
  test.each([
    "REMOVED_FROM_SPACE",
    "WIDGET_UPDATED",
    "APP_HOME",
    "APP_COMMAND",
    "SUBMIT_FORM",
    "A_TYPE_OF_NEXT_YEAR",
  ])("has the type %s", (type) => {
    expect(googleChat.read(bodyOf({ type }))).toEqual({ kind: "ignored" });
  });

  test("is an addition to a space without a user", () => {
    const body = bodyOf({ type: "ADDED_TO_SPACE", user: undefined });
    expect(googleChat.read(body)).toEqual({ kind: "ignored" });
  });
});

describe("a malformed body of Google Chat", () => {
  test.each([
    ["a message without a user", { user: undefined }, "#/user"],
    ["a user without a name", { user: { displayName: "Zoe" } }, "#/user/name"],
    [
      "a user by e-mail address",
      { user: { name: "users/a@b" } },
      "#/user/name",
    ],
    ["no user", { user: { name: "spaces/A" } }, "#/user/name"],
    ["an event without a time", { eventTime: undefined }, "#/eventTime"],
    [
      "an event whose time has no zone",
      { eventTime: "2026-01-31T18:42:00" },
      "#/eventTime",
    ],
    ["an event without a message", { message: null }, "#/message"],
    ["a message without a name", { message: {} }, "#/message/name"],
    ["an event without a type", { type: undefined }, "#/type"],
    ["an event with another type", { type: "<b>" }, "#/type"],
    [
      "an event of a Google Workspace add-on",
      { type: undefined, chat: { messagePayload: {} } },
      "#/type",
    ],
  ])("is %s", (_, changes, field) => {
    expect(googleChat.read(bodyOf(changes))).toEqual({
      kind: "malformed",
      fields: [field],
    });
  });

  test.each(["", "x=1", "null", "[]", '"text"', "{"])(
    "is the body %j",
    (body) => {
      expect(googleChat.read(body)).toMatchObject({ kind: "malformed" });
    },
  );
});

describe("the text of a Google Chat message", () => {
  const textOf = (argumentText: string) =>
    messageOf(googleChat, messageBodyOf({ argumentText })).text;

  test.each([
    ["  lunch,\n then  gym ", "lunch, then gym"],
    ["R&D: a < b, &amp; stays", "R&D: a < b, &amp; stays"],
    ["ask @Zoë Doe", "ask @Zoë Doe"],
    ["*not* _changed_ :custom: 🌴", "*not* _changed_ :custom: 🌴"],
    ["\u202Ereversed\u0007", "reversed"],
  ])("%j becomes %j", (typed, plain) => {
    expect(textOf(typed)).toBe(plain);
  });

  test("is read in linear time", () => {
    for (const text of longTexts) expectLinearTime(() => textOf(text));
  });
});

describe("an answer for Google Chat", () => {
  test("is a card that only the user sees, with a fallback", () => {
    expect(
      googleChat.answer("Done: <users/all> & <b>x</b>\n• clear", {
        userId: user.name,
      }),
    ).toEqual({
      cardsV2: [
        {
          cardId: "status",
          card: {
            sections: [
              {
                widgets: [
                  {
                    textParagraph: {
                      text: "Done: &lt;users/all&gt; &amp; &lt;b&gt;x&lt;/b&gt;<br>• clear",
                    },
                  },
                ],
              },
            ],
          },
        },
      ],
      fallbackText: "Done: <\u200Busers/all> & <\u200Bb>x<\u200B/b>\n• clear",
      privateMessageViewer: { name: user.name },
    });
    expect(googleChat.isPublic).toBe(false);
  });

  test("never has a mention or a tag from its text", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const { cardsV2, fallbackText } = googleChat.answer(text, {
          userId: user.name,
        });
        expect(fallbackText).not.toMatch(/<(?!\u200B)/);
        expect(JSON.stringify(cardsV2).replaceAll("<br>", "")).not.toMatch(
          /[<>]/,
        );
      }),
    );
  });
});
