import * as z from "zod/mini";
import { parseJson } from "../../../shared/parse-json.ts";
import { fieldsOf } from "../../../shared/webhook/validation-issues.ts";
import type { Dialect, ParsedChatBody } from "./dialect.ts";
import { decodeEntities, encodeEntities } from "./entities.ts";
import { plainText } from "./plain-text.ts";

const word = z.string().check(z.regex(/^[!-~]{1,512}$/));

const activitySchema = z.object({
  type: z.literal("message"),
  id: word,
  timestamp: z.iso.datetime({ offset: true }),
  from: z.object({ aadObjectId: z.guid() }),
  conversation: z.object({ id: word }),
  text: z.string(),
});

/**
 * Microsoft Teams outgoing webhooks. A person is their Entra object id: unique over all tenants, the same in every channel,
 * and what HR systems know, which `from.id` is not.
 *
 * @see Microsoft Teams, "Create Outgoing Webhooks"; Bot Framework, "Activity"
 */
export const teams: Dialect = {
  identityKind: "teams",
  answerWithinMs: 5_000,
  responseHosts: [],
  isPublic: true,
  isProbe: () => false,
  read,
  answer: (text) => ({ type: "message", text: escapeMarkdown(text) }),
};

function read(body: string): ParsedChatBody {
  const parsed = activitySchema.safeParse(parseJson(body));
  if (!parsed.success)
    return { kind: "malformed", fields: fieldsOf(parsed.error.issues) };
  const { id, timestamp, from, conversation, text } = parsed.data;
  return {
    kind: "message",
    userId: from.aadObjectId.toLowerCase(),
    // An activity's id is a time, which two conversations can share.
    deliveryId: `${conversation.id} ${id}`,
    typedAtMs: Date.parse(timestamp),
    text: plainText(withoutMarkup(text)),
  };
}

/**
 * Typed `&`, `<` and `>` come as entities, so a tag is markup. The first mention is the webhook's own name, or it would not
 * have been called; others become the names they show. Emoji are images whose `alt` is the character.
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

/** Teams reads HTML and Markdown, and needs an empty line to break one. */
function escapeMarkdown(text: string): string {
  return encodeEntities(text)
    .replaceAll(/[\\`*_~[\]]/g, String.raw`\$&`)
    .replaceAll("\n", "\n\n");
}
