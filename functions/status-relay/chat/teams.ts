import * as z from "zod/mini";
import { toAdaptiveCard, toCardLine } from "../../../shared/adaptive-card.ts";
import { parseJson } from "../../../shared/parse-json.ts";
import {
  type ChatAdapter,
  type ChatAnswer,
  readChatBody,
  userLocale,
  userZone,
} from "./adapter.ts";
import { encodeEntities } from "../../../shared/encode-entities.ts";
import { decodeEntities, plainText } from "./plain-text.ts";

const idText = z.string().check(z.regex(/^[!-~]{1,512}$/));

const activitySchema = z.object({
  type: z.literal("message"),
  id: idText,
  timestamp: z.iso.datetime({ offset: true }),
  from: z.object({ aadObjectId: z.guid() }),
  conversation: z.object({ id: idText }),
  text: z.string(),
  locale: userLocale,
  localTimezone: userZone,
});

/**
 * Microsoft Teams outgoing webhooks. The user id is the Entra object id, because it is unique over all tenants, equal
 * in every channel and known to HR systems. `from.id` has none of these properties.
 *
 * @see Microsoft Teams, "Create Outgoing Webhooks"; Bot Framework, "Activity"
 */
export const teams: ChatAdapter = {
  answerWithinMs: 5_000,
  responseHosts: [],
  isAnswerPublic: true,
  read: (body) =>
    readChatBody(activitySchema, parseJson(body), (activity) => ({
      kind: "message",
      userId: activity.from.aadObjectId.toLowerCase(),
      // The id of an activity is a time. Activities in two conversations can have the same id.
      deliveryId: `${activity.conversation.id} ${activity.id}`,
      typedAtMs: Date.parse(activity.timestamp),
      text: plainText(withoutMarkup(activity.text)),
      zone: activity.localTimezone,
      locale: activity.locale,
    })),
  answer,
};

/**
 * An Adaptive Card. Teams reads neither Markdown nor mentions in a `TextRun`. Notifications show the `summary`.
 *
 * @see Adaptive Cards, "TextRun"; Microsoft Teams, "Create Outgoing Webhooks", Adaptive Card response
 */
function answer(text: string): ChatAnswer {
  return {
    type: "message",
    summary: text,
    attachments: [
      toAdaptiveCard({
        fallbackText: escapeMarkdown(text),
        body: text.split("\n").map((line) => toCardLine(line)),
      }),
    ],
  };
}

/**
 * Teams sends typed `&`, `<` and `>` as entities, so each tag is markup. The first mention is the name of the webhook
 * itself and is removed. Other mentions become the names that they show. Emoji are images whose `alt` is the
 * character.
 */
function withoutMarkup(text: string): string {
  return decodeEntities(
    text
      .replace(/<at\b[^<>]*>[^<>]*<\/at>/i, " ")
      .replaceAll(/<\/?[a-z][^<>]*>/gi, (tag) =>
        /^<\/?(?:br|div|p)\b/i.test(tag) ? " " : altOf(tag),
      ),
  );
}

function altOf(tag: string): string {
  return /\balt="([^"]*)"/i.exec(tag)?.[1] ?? "";
}

/** Teams renders HTML and Markdown, and needs an empty line for a line break. */
function escapeMarkdown(text: string): string {
  return encodeEntities(text)
    .replaceAll(/[\\`*_~[\]]/g, String.raw`\$&`)
    .replaceAll("\n", "\n\n");
}
