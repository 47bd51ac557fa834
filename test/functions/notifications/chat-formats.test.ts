import { expect, test } from "vitest";
import {
  toSlack,
  toTeams,
} from "../../../functions/notifications/chat-formats.ts";
import type { NoticedOperation } from "../../../functions/notifications/contract.ts";
import { rows } from "../../fixtures/rows.ts";

const at = "2026-11-22T20:00:00.000Z";
const explanation = "https://docs.example.com/reason-codes.md#disable-limit";
const verbs: NoticedOperation["verbs"] = ["release", "reject"];
const markup = "<!here> *E&1* [x](https://evil)";
const escaped = "&lt;!here&gt; *E&amp;1* [x](https://evil)";
const long = "&".repeat(128);

/** Operations that a limit holds, with what one of them adds. */
const messageOf = (count: number, also: Partial<NoticedOperation>) => ({
  id: "msg_1",
  type: "operation.held" as const,
  timestamp: at,
  data: {
    count,
    reason: "disable-limit",
    explanation,
    operations: Array.from({ length: count }, (_, index) => ({
      notice: `op-${index}_2`,
      operation: `op-${index}`,
      type: "employee.terminated",
      employee: "E-1",
      at,
      ...also,
    })),
  },
});

const lineOf = (index: number, employee: string) =>
  `employee.terminated  ${employee}  op-${index}  release  reject`;
const longLines = [0, 1, 2, 3].map((index) =>
  lineOf(index, "&amp;".repeat(128)),
);

// Columns: title, count of operations, more of each operation, lines.
test.each(rows<[string, number, Partial<NoticedOperation>, string[]]>`
  says how many contents a deletion takes away | ${1} | ${{ contents: 37, warnings: 2 }} | ${["employee.terminated  E-1  op-0  at least 37 contents  2 warnings"]}
  shows markup as it is | ${1} | ${{ employee: markup, verbs }} | ${[lineOf(0, escaped)]}
  has whole lines and at most 3,000 characters, also with escaped ids | ${12} | ${{ employee: long, verbs }} | ${[...longLines, "and 8 more"]}
`)("a section of Slack %s", (_title, count, also, lines) => {
  expect(lines.join("\n").length).toBeLessThanOrEqual(3_000);
  const section = (text: string) => ({
    type: "section",
    text: { type: "plain_text", text, emoji: false },
  });
  const amount = count > 1 ? ` · ${count}` : "";
  const title = `Operations are held · disable-limit${amount}`;
  expect(toSlack(messageOf(count, also))).toMatchObject({
    text: title,
    blocks: [section(title), section(lines.join("\n")), { type: "context" }],
  });
});

test("a card of Teams shows markup as it is, and leads to the explanation", () => {
  const line = { type: "TextRun", text: lineOf(0, markup) };
  expect(toTeams(messageOf(1, { employee: markup, verbs }))).toMatchObject({
    attachments: [
      {
        content: {
          type: "AdaptiveCard",
          body: [
            { type: "RichTextBlock" },
            { type: "RichTextBlock", inlines: [line] },
          ],
          actions: [{ type: "Action.OpenUrl", url: explanation }],
        },
      },
    ],
  });
});
