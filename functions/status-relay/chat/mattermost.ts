import * as z from "zod/mini";
import { fieldsOf } from "../../../shared/webhook/validation-issues.ts";
import type { Dialect, ParsedChatBody } from "./dialect.ts";
import { formFields } from "./form.ts";
import { plainText } from "./plain-text.ts";

/** Fields that repeat, as `user_mentions` does, are none of these. */
const commandSchema = z.object({
  user_id: z.string().check(z.regex(/^[a-z\d]{1,64}$/)),
  trigger_id: z.string().check(z.regex(/^[!-~]{1,512}$/)),
  text: z.string(),
  response_url: z.optional(z.string()),
});

/** Mattermost slash commands. @see Mattermost, "Custom slash commands" */
export const mattermost: Dialect = {
  identityKind: "mattermost",
  answerWithinMs: 3_000,
  responseHosts: [],
  isPublic: false,
  isProbe: () => false,
  read,
  answer: (text) => ({
    response_type: "ephemeral",
    text: escapeMarkdown(text),
    // Else it would look for Slack's markup, and `<!channel>` would be a mention.
    skip_slack_parsing: true,
  }),
};

/** What is typed comes as it is: a mention is the name with its `@`, and the rest is Markdown, ordinary characters too. */
function read(body: string): ParsedChatBody {
  const parsed = commandSchema.safeParse(formFields(body));
  if (!parsed.success)
    return { kind: "malformed", fields: fieldsOf(parsed.error.issues) };
  const { user_id, trigger_id, text, response_url } = parsed.data;
  return {
    kind: "message",
    userId: user_id,
    deliveryId: trigger_id,
    text: plainText(text),
    responseUrl: response_url,
  };
}

/** A backslash shows a mark as it is, but would not stop a mention; an invisible space behind the `@` does. */
function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\\`*_~|[\]()#>!]/g, String.raw`\$&`)
    .replaceAll("@", "@\u200B");
}
