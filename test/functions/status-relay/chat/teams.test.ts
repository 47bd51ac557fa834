import { expect, test } from "vitest";
import { teams } from "../../../../functions/status-relay/chat/teams.ts";
import { rows } from "../../../fixtures/rows.ts";
import { jsonOf, testChatTool } from "./chat-tool.ts";

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
  attachments: [
    { contentType: "text/html", content: "<div>In a meeting</div>" },
  ],
  entities: [{ type: "clientInfo", locale: "nb-NO", country: "NO" }],
  channelData: { tenant: { id: "76a2ae5a-9f00-4f6b-95ed-5d33d77c4d61" } },
  replyToId: null,
};
const userId = activity.from.aadObjectId;
const at = (time: string) => ({ typedAtMs: Date.parse(time) });

testChatTool({
  name: "Teams",
  adapter: teams,
  bodyOf: jsonOf(activity),
  typed: (text) => ({ text: `<at>Status</at>&nbsp;${text}\n` }),
  message: {
    userId,
    deliveryId: `${activity.conversation.id} ${activity.id}`,
    ...at("2026-01-31T18:42:00.834Z"),
  },
  // The same id in two conversations is two deliveries.
  variants: rows<[Record<string, unknown>, object]>`
    ${{ from: { id: "x", name: "CEO", aadObjectId: userId.toUpperCase() } }} | ${{ userId }}
    ${{ conversation: { id: "19:other@thread.skype" } }} | ${{ deliveryId: `19:other@thread.skype ${activity.id}` }}
    ${{ timestamp: "2026-01-31T18:42:00Z" }} | ${at("2026-01-31T18:42:00.000Z")}
    ${{ timestamp: "2026-01-31T18:42:00.438+00:00" }} | ${at("2026-01-31T18:42:00.438Z")}
    ${{ timestamp: "2026-01-31T19:42:00+01:00" }} | ${at("2026-01-31T18:42:00.000Z")}
    ${{ text: "\r\n<at>Status</at> lunch\n" }} | ${{ text: "lunch" }}
    ${{ text: "lunch <at>Status</at>" }} | ${{ text: "lunch" }}
    ${{ text: "<p><at>Status Relay</at>&nbsp;lunch</p>" }} | ${{ text: "lunch" }}
    ${{ text: '<div><div><at id="0">Status</at> lunch</div>\n</div>' }} | ${{ text: "lunch" }}
    ${{ text: "<at>Status</at>" }} | ${{ text: "" }}
    ${{ text: "" }} | ${{ text: "" }}
  `,
  malformed: [
    [{ from: undefined }, "#/from"],
    [{ from: { aadObjectId: "Zoe" } }, "#/from/aadObjectId"],
    [{ id: "1 2" }, "#/id"],
    [{ conversation: null }, "#/conversation"],
    // Without a zone.
    [{ timestamp: "2026-01-31T18:42:00" }, "#/timestamp"],
    [{ type: "invoke" }, "#/type"],
  ],
  texts: [
    ["ask <at>Zoe</at>&nbsp;<at>Doe</at>", "ask Zoe Doe"],
    ['hi <at><img alt="🍺" src="https://x.test/a.png"></at>&nbsp;', "hi 🍺"],
    ["line one<br>line two<br/>three", "line one line two three"],
    ['<b>bold</b> <a href="https://x.test">link</a>', "bold link"],
    [
      "R&amp;D: a &lt; b &gt; c, &quot;x&quot; &#43; &lt;3",
      'R&D: a < b > c, "x" + <3',
    ],
    ["&amp;lt; as typed", "&lt; as typed"],
    ["1 < 2", "1 < 2"],
    ["&lt;at&gt;Zoe&lt;/at&gt;", "at>Zoe</at>"],
    ["<<b>at>Zoe<<b>/at>", "at>Zoe</at>"],
    ["&#8238;x&#0;", "x"],
  ],
  // The fallback is Markdown. The card itself has only texts, in which nothing is active.
  active: [
    ({ attachments }) => {
      const [{ content }] = attachments as [
        { content: { fallbackText: string } },
      ];
      return content.fallbackText.replaceAll(/\\./gs, "");
    },
    /[<>*_`[\]]/,
  ],
});

test("an answer for Teams is an Adaptive Card for the channel, which shows all characters as they are", () => {
  const blockOf = (text: string) => ({
    type: "RichTextBlock",
    inlines: [{ type: "TextRun", text }],
  });
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    fallbackText:
      "Done: &lt;at&gt;Zoe&lt;/at&gt; &amp; \\*\\*b\\*\\* \\[x\\](y)\n\n• clear",
    body: [blockOf("Done: <at>Zoe</at> & **b** [x](y)"), blockOf("• clear")],
  };
  const contentType = "application/vnd.microsoft.card.adaptive";
  expect(teams.answer("Done: <at>Zoe</at> & **b** [x](y)\n• clear")).toEqual({
    type: "message",
    summary: "Done: <at>Zoe</at> & **b** [x](y)\n• clear",
    attachments: [{ contentType, content }],
  });
});
