import * as z from "zod/mini";
import { parseJson } from "../../../shared/parse-json.ts";
import {
  type AnswerOptions,
  type Button,
  type ChatAdapter,
  type ChatAnswer,
  type ParsedChatBody,
  readChatBody,
  userLocale,
} from "./adapter.ts";
import { plainText } from "./plain-text.ts";

/** Discord's numbers for the kinds of interactions, answers, components and flags. */
const ping = 1;
const pong = 1;
const commandTyped = 2;
const buttonClicked = 3;
const newMessage = 4;
const row = 1;
const button = 2;
const secondaryStyle = 2;
const onlyForTheUser = 64;

/** Discord refuses a message with more characters. */
const maxContentLength = 2_000;
/** Discord refuses a button with a longer id. The id has the command, because a click has nothing else. */
const maxIdLength = 100;

const snowflake = z.string().check(z.regex(/^\d{1,20}$/));
const person = z.object({ id: snowflake });
const fieldsOfInteraction = {
  id: snowflake,
  application_id: snowflake,
  token: z.string().check(z.regex(/^[\w.-]{1,500}$/)),
  locale: userLocale,
  /** The user in a channel of a server. */
  member: z.optional(z.object({ user: person })),
  /** The user in a direct message. */
  user: z.optional(person),
};
const interactionSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal(ping) }),
  z.object({
    type: z.literal(commandTyped),
    ...fieldsOfInteraction,
    data: z.object({
      /** The command has one option, `text`. It is optional. */
      options: z._default(z.array(z.object({ value: z.string() })), []),
    }),
  }),
  z.object({
    type: z.literal(buttonClicked),
    ...fieldsOfInteraction,
    data: z.object({ custom_id: z.string() }),
  }),
]);

/**
 * Discord slash commands, as interactions by HTTP. The user id is Discord's id, because names can change.
 * Discord waits for three seconds. Then an answer may follow for fifteen minutes, by a URL with the token of the
 * interaction.
 *
 * @see Discord, "Receiving and Responding to Interactions"
 */
export const discord: ChatAdapter = {
  answerWithinMs: 3_000,
  responseHosts: ["discord.com"],
  isAnswerPublic: false,
  read: (body) => readChatBody(interactionSchema, parseJson(body), read),
  answer: (text, options) => ({
    type: newMessage,
    data: messageOf(text, options),
  }),
  lateAnswer: messageOf,
};

function read(interaction: z.infer<typeof interactionSchema>): ParsedChatBody {
  if (interaction.type === ping)
    return { kind: "check", answer: { type: pong } };
  const { id, application_id, token, locale, member, user } = interaction;
  const sender = member?.user ?? user;
  if (!sender) return { kind: "malformed", fields: ["#/member"] };
  const typed =
    interaction.type === commandTyped
      ? interaction.data.options[0]?.value
      : interaction.data.custom_id;
  return {
    kind: "message",
    userId: sender.id,
    deliveryId: id,
    text: plainText(typed ?? ""),
    locale,
    responseUrl: `https://discord.com/api/v10/webhooks/${application_id}/${token}`,
  };
}

/** A message that only the user sees, and that mentions no user. */
function messageOf(
  text: string,
  { buttons = [] }: AnswerOptions = {},
): ChatAnswer {
  const usable = buttons.filter(({ command }) => command.length <= maxIdLength);
  return {
    content: contentOf(text),
    flags: onlyForTheUser,
    allowed_mentions: { parse: [] },
    components:
      usable.length > 0
        ? [{ type: row, components: usable.map(toButton) }]
        : [],
  };
}

const toButton = ({ label, command }: Button) => ({
  type: button,
  style: secondaryStyle,
  label,
  custom_id: command,
});

/** Escapes the markup of a text. A long text is cut between two characters, never within an escape. */
function contentOf(text: string): string {
  let content = "";
  for (const character of text) {
    const escaped = escapeMarkdown(character);
    if (content.length + escaped.length >= maxContentLength)
      return `${content}…`;
    content += escaped;
  }
  return content;
}

function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\\`*_~|[\]()#>:<-]/g, String.raw`\$&`)
    .replaceAll("@", "@\u200B"); // A zero-width space, so that no text is a mention.
}
