import * as z from "zod/mini";
import { type ChatAdapter, readChatBody } from "./adapter.ts";
import { parseForm } from "../../../shared/webhook/parse-form.ts";
import { plainText } from "./plain-text.ts";

/** Some fields may repeat, such as `user_mentions`. None of these does. */
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
  isPublic: false,
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
    text: escapeMarkdown(text),
    // Without this, Mattermost parses Slack's markup, and `<!channel>` would be a mention.
    skip_slack_parsing: true,
  }),
};

/**
 * Markdown, which is the look of Mattermost: our bullets become a list. A backslash escapes Markdown but not a mention.
 * An invisible space after the `@` prevents the mention.
 */
function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\\`*_~|[\]()#>!]/g, String.raw`\$&`)
    .replaceAll("@", "@\u200B")
    .replaceAll(/^• /gm, "- ");
}
