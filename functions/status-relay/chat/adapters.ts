import { type ChatAdapter, readChatBody } from "./adapter.ts";
import { discord } from "./discord.ts";
import { googleChat } from "./google-chat.ts";
import { slack } from "./slack.ts";
import { teams } from "./teams.ts";
import * as z from "zod/mini";
import { parseForm } from "../../../shared/webhook/parse-form.ts";
import { plainText } from "./plain-text.ts";
import { parseJson } from "../../../shared/parse-json.ts";

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
 * can change. Zulip waits for ten seconds and takes no late answer. We answer within 5 seconds, as for Teams: while the
 * platform is slow, each waiting request would hold a sandbox.
 *
 * @see Zulip, "Outgoing webhooks"
 */
export const zulip: ChatAdapter = {
  answerWithinMs: 5_000,
  responseHosts: [],
  isAnswerPublic: true,
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
  answer: (text) => ({ content: escapeZulipMarkdown(text) }),
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
function escapeZulipMarkdown(text: string): string {
  return text
    .replaceAll(/^• /gm, "- ")
    .replaceAll(/[\\`*_~|[\]()#>!$:@]/g, "$&\u200B");
}

/** Other fields of the form may repeat, such as `user_mentions`. */
const commandSchema = z.object({
  user_id: z.string().check(z.regex(/^[a-z\d]{1,64}$/)),
  trigger_id: z.string().check(z.regex(/^[!-~]{1,512}$/)),
  text: z.string(),
  response_url: z.optional(z.string()),
});

/** Mattermost slash commands. @see Mattermost, "Custom slash commands" */
export const mattermost: ChatAdapter = {
  answerWithinMs: 3_000,
  responseHosts: [],
  isAnswerPublic: false,
  // The text arrives as typed: a mention is the name with its `@`, and Markdown is not converted.
  read: (body) =>
    readChatBody(
      commandSchema,
      parseForm(body),
      ({ user_id, trigger_id, text, response_url }) => ({
        kind: "message",
        userId: user_id,
        deliveryId: trigger_id,
        text: plainText(text),
        responseUrl: response_url,
      }),
    ),
  answer: (text) => ({
    response_type: "ephemeral",
    text: escapeMattermostMarkdown(text),
    // Without this, Mattermost parses Slack's markup, and `<!channel>` would be a mention.
    skip_slack_parsing: true,
  }),
};

/** Our bullets become a list of Markdown. A backslash escapes Markdown, and an invisible space a mention. */
function escapeMattermostMarkdown(text: string): string {
  return text
    .replaceAll(/[\\`*_~|[\]()#>!]/g, String.raw`\$&`)
    .replaceAll("@", "@\u200B")
    .replaceAll(/^• /gm, "- ");
}

/** An adapter with blocks, cards or buttons has a file of its own. The others are in this file. */
const chatAdapters: Readonly<Record<string, ChatAdapter>> = {
  slack,
  teams,
  mattermost,
  "google-chat": googleChat,
  discord,
  zulip,
};

/** Whether a chat tool only tests our URL. It must not depend on the caller, to hide which callers exist. */
export function isChatUrlTest(body: string): boolean {
  return Object.values(chatAdapters).some(({ isUrlTest }) => isUrlTest?.(body));
}

/** The adapter of a chat tool. Undefined for a caller without one. */
export function chatAdapterOf(
  tool: string | undefined,
): ChatAdapter | undefined {
  return tool !== undefined && Object.hasOwn(chatAdapters, tool)
    ? chatAdapters[tool]
    : undefined;
}
