import { randomInt } from "node:crypto";
import * as z from "zod";
import { decodeEntities } from "../../functions/status-relay/chat/plain-text.ts";

type Typed = {
  text: string;
  userId: string;
  nowMs: number;
  /** The key of the caller, for a tool that sends it in the body. */
  key: string;
  /** Digits. Each delivery of one message has the same ones. @default new ones */
  messageId?: string | undefined;
  /** Where a late answer goes, for a tool that names an address. @default none; for Slack a sample address */
  responseUrl?: string | undefined;
};
type ChatSample = {
  /** The sample employee, as the tool knows them. */
  userId: string;
  /** The body with which the tool sends a typed text. */
  bodyOf: (typed: Typed) => string;
};

const form = (fields: Record<string, string>) =>
  new URLSearchParams(fields).toString();
const newId = () => String(randomInt(2 ** 47));
const sampleUrl = "https://hooks.slack.com/commands/T0001/1/sample";

/** What each chat tool sends when the sample employee types a command, by the name of its adapter. */
export const chatSamples: Readonly<Record<string, ChatSample>> = {
  slack: {
    userId: "T0001:U1042",
    bodyOf: ({
      text,
      userId,
      messageId = newId(),
      responseUrl = sampleUrl,
    }) => {
      const [team_id = "", user_id = ""] = userId.split(":");
      return form({
        team_id,
        user_id,
        user_name: "zoe",
        command: "/status",
        text,
        trigger_id: messageId,
        ...(responseUrl && { response_url: responseUrl }),
      });
    },
  },
  teams: {
    userId: "87994953-d622-4c2c-a425-28e58c73b2b2",
    bodyOf: ({ text, userId, nowMs, messageId = newId() }) =>
      JSON.stringify({
        type: "message",
        id: messageId,
        timestamp: new Date(nowMs).toISOString(),
        from: { id: "29:zoe", name: "Zoë", aadObjectId: userId },
        conversation: { id: "19:sample@thread.tacv2" },
        text: `<at>Status</at>&nbsp;${text}\n`,
      }),
  },
  mattermost: {
    userId: "zoe1042",
    bodyOf: ({ text, userId, key, messageId = newId(), responseUrl }) =>
      form({
        user_id: userId,
        user_name: "zoe",
        command: "/status",
        text,
        token: key,
        trigger_id: messageId,
        ...(responseUrl && { response_url: responseUrl }),
      }),
  },
  "google-chat": {
    userId: "users/1042",
    bodyOf: ({ text, userId, nowMs, messageId = newId() }) =>
      JSON.stringify({
        type: "MESSAGE",
        eventTime: new Date(nowMs).toISOString(),
        user: { name: userId, displayName: "Zoë", type: "HUMAN" },
        space: { name: "spaces/sample", type: "ROOM" },
        message: {
          name: `spaces/sample/messages/${messageId}`,
          text: `/status ${text}`,
          argumentText: ` ${text}`,
        },
      }),
  },
  discord: {
    userId: "1042",
    bodyOf: ({ text, userId, messageId = newId() }) =>
      JSON.stringify({
        type: 2,
        id: messageId,
        application_id: "1",
        token: "sample",
        locale: "en-GB",
        member: { user: { id: userId } },
        data: { options: [{ name: "text", value: text }] },
      }),
  },
  zulip: {
    userId: "1042",
    bodyOf: ({ text, userId, nowMs, key, messageId = newId() }) =>
      JSON.stringify({
        bot_full_name: "Status",
        data: `@**Status** ${text}`,
        token: key,
        message: {
          id: Number(messageId),
          sender_id: Number(userId),
          timestamp: Math.floor(nowMs / 1_000),
        },
      }),
  },
};

/** How the caller `discord` signs. The preset for Discord has the same fields. */
export const discordScheme = {
  scheme: "ed25519",
  chat: "discord",
  header: "x-signature-ed25519",
  timestampHeader: "x-signature-timestamp",
  template: "{timestamp}{body}",
} as const;

/** The callers of the chat tools on this machine, by the names in `chatSamples`. Google Chat has no key here. */
export const chatCallers = {
  slack: {
    scheme: "slack",
    keys: ["8f742231b10e8888abcd99yyyzzz85a5"],
    scopes: ["status:own"],
  },
  teams: {
    scheme: "teams",
    keys: ["AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="],
    scopes: ["status:own"],
  },
  mattermost: {
    scheme: "mattermost",
    keys: ["local-mattermost-token"],
    scopes: ["status:own"],
  },
  discord: {
    ...discordScheme,
    keys: ["whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="],
    scopes: ["status:own"],
  },
  zulip: {
    scheme: "zulip",
    keys: ["local-zulip-token"],
    scopes: ["status:own"],
  },
} as const;

/** The private key of the caller `discord`, with which Discord would sign. RFC 8032, §7.1, TEST 1. */
export const discordPrivateKey =
  "whsk_nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=";

/** Each tool has its text in one of these fields. */
const answerSchema = z.looseObject({
  /** Slack, Mattermost */
  text: z.string().optional(),
  /** Teams */
  summary: z.string().optional(),
  /** Google Chat */
  fallbackText: z.string().optional(),
  /** Zulip, and Discord in a late answer */
  content: z.string().optional(),
  /** Discord */
  data: z.object({ content: z.string() }).optional(),
});

/** The text that a user reads in an answer of any tool, without the escapes that keep the tool from reading markup. */
export function textOfChatAnswer(answer: unknown): string {
  const { text, summary, fallbackText, content, data } =
    answerSchema.parse(answer);
  const written =
    text ?? summary ?? fallbackText ?? content ?? data?.content ?? "";
  return decodeEntities(written)
    .replaceAll(/\\(.)/g, "$1")
    .replaceAll("\u200B", "");
}
