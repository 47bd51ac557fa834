import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { teams } from "../../../../functions/status-relay/chat/teams.ts";
import { hostileText } from "./hostile-text.ts";
import { expectLinearTime, longTexts, messageOf } from "./read-message.ts";

/** An activity as an outgoing webhook receives it. */
const activity = {
  type: "message",
  id: "1769884920830",
  timestamp: "2026-01-31T18:42:00.8342669Z",
  localTimestamp: "2026-01-31T19:42:00.8342669+01:00",
  serviceUrl: "https://smba.trafficmanager.net/emea/",
  channelId: "msteams",
  from: {
    id: "29:14_tQdN2ZuAfTS1EheqkJ",
    name: "Doe, Zoe",
    aadObjectId: "87994953-d622-4c2c-a425-28e58c73b2b2",
  },
  conversation: {
    isGroup: true,
    id: "19:a694a70b0a7f4bfd9572b2d912c5d160@thread.skype;messageid=1769884920830",
    name: null,
    conversationType: "channel",
  },
  recipient: null,
  textFormat: "plain",
  locale: null,
  text: "<at>Status</at>&nbsp;In a meeting\n",
  attachments: [
    { contentType: "text/html", content: "<div>In a meeting</div>" },
  ],
  entities: [{ type: "clientInfo", locale: "nb-NO", country: "NO" }],
  channelData: { tenant: { id: "76a2ae5a-9f00-4f6b-95ed-5d33d77c4d61" } },
  replyToId: null,
};

const bodyOf = (changes: Record<string, unknown> = {}) =>
  JSON.stringify({ ...activity, ...changes });

test("reads a message of Teams", () => {
  expect(teams.read(bodyOf())).toEqual({
    kind: "message",
    userId: activity.from.aadObjectId,
    deliveryId: `${activity.conversation.id} ${activity.id}`,
    typedAtMs: Date.parse("2026-01-31T18:42:00.834Z"),
    text: "In a meeting",
  });
});

test("derives the user of a Teams message from the object id in lower case, never from a name", () => {
  const from = {
    id: "29:other",
    name: "CEO",
    aadObjectId: activity.from.aadObjectId.toUpperCase(),
  };
  expect(messageOf(teams, bodyOf({ from })).userId).toBe(
    activity.from.aadObjectId,
  );
});

test("the same id in two Teams conversations is two deliveries", () => {
  const elsewhere = bodyOf({ conversation: { id: "19:other@thread.skype" } });
  expect(messageOf(teams, elsewhere).deliveryId).not.toBe(
    messageOf(teams, bodyOf()).deliveryId,
  );
});

test.each([
  ["2026-01-31T18:42:00Z", "2026-01-31T18:42:00.000Z"],
  ["2026-01-31T18:42:00.438+00:00", "2026-01-31T18:42:00.438Z"],
  ["2026-01-31T19:42:00+01:00", "2026-01-31T18:42:00.000Z"],
])("the time %s of a Teams message is %s", (timestamp, instant) => {
  expect(messageOf(teams, bodyOf({ timestamp })).typedAtMs).toBe(
    Date.parse(instant),
  );
});

describe("a malformed body of Teams", () => {
  test.each([
    ["a message without a sender", { from: undefined }, "#/from"],
    [
      "an activity whose sender has no object id",
      { from: { id: "29:x", name: "Zoe" } },
      "#/from/aadObjectId",
    ],
    [
      "an activity whose sender has no such id",
      { from: { aadObjectId: "Zoe" } },
      "#/from/aadObjectId",
    ],
    ["an activity without an id", { id: undefined }, "#/id"],
    ["an activity whose id has white space", { id: "1 2" }, "#/id"],
    [
      "an activity without a conversation",
      { conversation: null },
      "#/conversation",
    ],
    ["an activity without a time", { timestamp: undefined }, "#/timestamp"],
    [
      "an activity whose time has no zone",
      { timestamp: "2026-01-31T18:42:00" },
      "#/timestamp",
    ],
    ["an activity without text", { text: null }, "#/text"],
    ["an activity that is not a message", { type: "invoke" }, "#/type"],
  ])("is %s", (_, changes, field) => {
    expect(teams.read(bodyOf(changes))).toEqual({
      kind: "malformed",
      fields: [field],
    });
  });

  test.each(["", "x=1", "null", "[]", '"text"', "{"])(
    "is the body %j",
    (body) => {
      expect(teams.read(body)).toMatchObject({ kind: "malformed" });
    },
  );
});

describe("the text of a Teams message", () => {
  const textOf = (text: string) => messageOf(teams, bodyOf({ text })).text;

  test.each([
    ["<at>Status</at>&nbsp;lunch\n", "lunch"],
    ["\r\n<at>Status</at> lunch\n", "lunch"],
    ["lunch <at>Status</at>", "lunch"],
    ["<p><at>Status Relay</at>&nbsp;lunch</p>", "lunch"],
    ['<div><div><at id="0">Status</at>&nbsp;lunch</div>\n</div>', "lunch"],
    ["<at>Status</at> ask <at>Zoe</at>&nbsp;<at>Doe</at>", "ask Zoe Doe"],
    [
      '<at>Status</at>&nbsp;cheers <at><img alt="🍺" itemid="beer" src="https://x.test/a.png" style="width:20px"></at>&nbsp;',
      "cheers 🍺",
    ],
    [
      "<at>Status</at> line one<br>line two<br/>three",
      "line one line two three",
    ],
    [
      '<at>Status</at> <b>bold</b> <a href="https://x.test">link</a>',
      "bold link",
    ],
    [
      "<at>Status</at> R&amp;D: a &lt; b &gt; c, &quot;x&quot; &#43; &lt;3",
      'R&D: a < b > c, "x" + <3',
    ],
    ["<at>Status</at> &amp;lt; as typed", "&lt; as typed"],
    ["<at>Status</at> 1 < 2", "1 < 2"],
    ["<at>Status</at> &lt;at&gt;Zoe&lt;/at&gt;", "at>Zoe</at>"],
    ["<at>Status</at> <<b>at>Zoe<<b>/at>", "at>Zoe</at>"],
    ["<at>Status</at> &#8238;x&#0;", "x"],
    ["<at>Status</at>", ""],
    ["", ""],
  ])("%j becomes %j", (typed, plain) => {
    expect(textOf(typed)).toBe(plain);
  });

  test("never has an active mention", () => {
    fc.assert(
      fc.property(hostileText, (typed) => {
        const text = textOf(typed);
        expect(text).not.toMatch(/<(?:[@#!]|at\b)/i);
        expect(text).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
      }),
    );
  });

  test("is read in linear time", () => {
    for (const text of longTexts) expectLinearTime(() => textOf(text));
  });
});

describe("an answer for Teams", () => {
  test("is an Adaptive Card for the channel, which shows all characters and mentions no user", () => {
    expect(teams.answer("Done: <at>Zoe</at> & **b** [x](y)\n• clear")).toEqual({
      type: "message",
      summary: "Done: <at>Zoe</at> & **b** [x](y)\n• clear",
      attachments: [
        {
          contentType: "application/vnd.microsoft.card.adaptive",
          content: {
            $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
            type: "AdaptiveCard",
            version: "1.4",
            fallbackText:
              "Done: &lt;at&gt;Zoe&lt;/at&gt; &amp; \\*\\*b\\*\\* \\[x\\](y)\n\n• clear",
            body: [
              {
                type: "RichTextBlock",
                inlines: [
                  {
                    type: "TextRun",
                    text: "Done: <at>Zoe</at> & **b** [x](y)",
                  },
                ],
              },
              {
                type: "RichTextBlock",
                inlines: [{ type: "TextRun", text: "• clear" }],
              },
            ],
          },
        },
      ],
    });
    expect(teams.isPublic).toBe(true);
  });
});
