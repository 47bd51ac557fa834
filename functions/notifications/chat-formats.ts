import { describeContents } from "../../shared/describe-contents.ts";
import { toAdaptiveCard, toCardLine } from "../../shared/adaptive-card.ts";
import { encodeEntities } from "../../shared/encode-entities.ts";
import type { NoticeMessage } from "./contract.ts";

/** A chat message with more lines is hard to read. The link and the API show the rest. */
const maxLines = 10;

/** Slack refuses a section of more than 3,000 characters. "and … more" still follows the lines. */
const maxSlackCharacters = 2_900;

const titles: Record<NoticeMessage["type"], string> = {
  "operation.needs_attention": "Operations need attention",
  "operation.failed": "Operations failed",
  "operation.held": "Operations are held",
  "operation.attended": "Done: no operation with this reason is open any more",
  "person.onboarded": "People were onboarded",
  "person.changed": "People changed",
  "person.suspended": "People were suspended",
  "person.resumed": "People were enabled again",
  "person.left": "People left",
  "plan.needs_attention": "The plan of a list did not get to its end",
  "subscriber.disabled": "A subscriber of notices answered 410 and is disabled",
  "outage.began": "An outage began: operations wait",
  "outage.changed": "The cause of an outage has changed",
  "outage.over": "An outage is over: operations go on",
};

/**
 * The text of a message: a title of our own words and codes, and one line for each operation.
 *
 * @param escape - applied to each line
 * @param maxCharacters - the limit of all escaped lines. Further lines are only counted
 */
function textOf(
  { type, data }: NoticeMessage,
  escape = (line: string) => line,
  maxCharacters = Infinity,
) {
  const { reason, plan, subscriber, outage, operations, count } = data;
  const { explanation, counts = {} } = data;
  const details = [
    outage,
    reason,
    plan,
    ...Object.entries(counts).map(([what, people]) => `${people} ${what}`),
    subscriber,
    count > 1 ? `${count}` : undefined,
  ];
  const shown: string[] = [];
  let characters = 0;
  for (const one of operations.slice(0, maxLines)) {
    const { type: event, employee, operation, verbs = [] } = one;
    const { contents, warnings = 0 } = one;
    const counted = [
      ...(contents === undefined ? [] : [describeContents(contents)]),
      ...(warnings > 0
        ? [`${warnings} ${warnings === 1 ? "warning" : "warnings"}`]
        : []),
    ];
    const line = escape(
      [event, employee, operation, ...counted, ...verbs].join("  "),
    );
    characters += line.length + 1;
    if (characters > maxCharacters) break;
    shown.push(line);
  }
  const hidden = operations.length - shown.length;
  return {
    title: [titles[type], ...details]
      .filter((detail) => detail !== undefined)
      .join(" · "),
    lines: hidden > 0 ? [...shown, `and ${hidden} more`] : shown,
    explanation,
  };
}

/**
 * A message for an incoming webhook of Slack. The lines are `plain_text`, in which Slack reads neither mentions nor
 * links; only three characters have to be escaped.
 *
 * @see https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
 */
export function toSlack(message: NoticeMessage): unknown {
  const { title, lines, explanation } = textOf(
    message,
    encodeEntities,
    maxSlackCharacters,
  );
  const plain = (escaped: string) => ({
    type: "section",
    text: { type: "plain_text", text: escaped, emoji: false },
  });
  const linkTo = (url: string) => ({
    type: "context",
    elements: [{ type: "mrkdwn", text: `<${encodeEntities(url)}|What to do>` }],
  });
  return {
    text: encodeEntities(title),
    blocks: [
      plain(encodeEntities(title)),
      ...(lines.length > 0 ? [plain(lines.join("\n"))] : []),
      ...(explanation === undefined ? [] : [linkTo(explanation)]),
    ],
  };
}

/**
 * A message for a workflow of Teams with the trigger "When a Teams webhook request is received": an Adaptive Card. A
 * `TextRun` is shown as it is: Teams reads neither Markdown nor mentions in it.
 *
 * @see https://learn.microsoft.com/en-us/microsoftteams/platform/task-modules-and-cards/cards/cards-format
 */
export function toTeams(message: NoticeMessage): unknown {
  const { title, lines, explanation } = textOf(message);
  return {
    type: "message",
    attachments: [
      toAdaptiveCard({
        body: [
          toCardLine(title, "bolder"),
          ...lines.map((line) => toCardLine(line)),
        ],
        ...(explanation !== undefined && {
          actions: [
            { type: "Action.OpenUrl", title: "What to do", url: explanation },
          ],
        }),
      }),
    ],
  };
}
