import * as z from "zod/mini";
import { parseJson } from "../../../shared/parse-json.ts";
import { type ChatAdapter, readChatBody } from "./adapter.ts";
import { plainText } from "./plain-text.ts";

const messageSchema = z.object({
  bot_full_name: z.string().check(z.maxLength(100)),
  data: z.string(),
  message: z.object({
    id: z.int().check(z.nonnegative()),
    sender_id: z.int().check(z.nonnegative()),
    /** In seconds since 1970. */
    timestamp: z.int().check(z.nonnegative()),
  }),
});

/**
 * Zulip outgoing webhooks in Zulip's own format. The user id is the number of the sender, because names and addresses
 * can change. Zulip waits for ten seconds and takes no late answer. We wait no longer than for Teams: while the platform
 * is slow, each waiting request would hold a sandbox.
 *
 * @see Zulip, "Outgoing webhooks"
 */
export const zulip: ChatAdapter = {
  answerWithinMs: 5_000,
  responseHosts: [],
  isPublic: true,
  // The text begins with the mention of the bot, unless it is a direct message.
  read: (body) =>
    readChatBody(
      messageSchema,
      parseJson(body),
      ({ bot_full_name, data, message }) => ({
        kind: "message",
        userId: String(message.sender_id),
        deliveryId: String(message.id),
        typedAtMs: message.timestamp * 1_000,
        text: plainText(withoutMention(data.trimStart(), bot_full_name)),
      }),
    ),
  answer: (text) => ({ content: escapeMarkdown(text) }),
};

/** The mention is `@**Name**`, or `@**Name|7**` if two users have the name. */
function withoutMention(typed: string, name: string): string {
  const start = `@**${name}`;
  const rest = typed.slice(start.length);
  const [end] = /^(?:\|\d+)?\*\*/.exec(rest) ?? [];
  return typed.startsWith(start) && end !== undefined
    ? rest.slice(end.length)
    : typed;
}

/** Zulip has no escape for its marks. An invisible space after each of them keeps it from being one. */
function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/^• /gm, "- ")
    .replaceAll(/[\\`*_~|[\]()#>!$:@]/g, "$&\u200B");
}
