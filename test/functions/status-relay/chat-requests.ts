import * as z from "zod";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { schemes } from "../../../shared/webhook/caller-entry.ts";
import { callersSchema } from "../../../shared/webhook/callers-secret.ts";
import { signToken } from "../../fixtures/signed-token.ts";

const { slack, teams, mattermost } = localSecrets.callers;

export type TypedMessage = {
  text: string;
  userId: string;
  atMs: number;
  /** Equal ids mean the same message. */
  triggerId?: string | undefined;
  responseUrl?: string | undefined;
  /** Additional or other fields of the body. */
  fields?: Record<string, unknown>;
};

/** Builds the request that a chat tool sends for a typed message. */
export type BuildChatRequest = (
  typed: TypedMessage,
) => RequestInit & { body: string };

const answerSchema = z.union([
  z.object({ text: z.string() }).transform(({ text }) => text),
  z.object({ summary: z.string() }).transform(({ summary }) => summary),
  z
    .object({ fallbackText: z.string() })
    .transform(({ fallbackText }) => fallbackText),
  z
    .object({ data: z.object({ content: z.string() }) })
    .transform(({ data }) => withoutEscapes(data.content)),
  z
    .object({ content: z.string() })
    .transform(({ content }) => withoutEscapes(content)),
]);

/** The text of an answer for clients that show neither blocks nor cards. */
export function textOfAnswer(answer: unknown): string {
  return answerSchema.parse(answer);
}

/** The text as the tool shows it. */
const withoutEscapes = (text: string) =>
  text.replaceAll(/\\(.)/g, "$1").replaceAll("\u200B", "");

const textsOf = (fields: Record<string, unknown> = {}) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, String(value)]),
  );

let count = 0;
const nextId = () => String(1_000_000 + ++count);

export const requestOfSlack: BuildChatRequest = (typed) => {
  const { text, atMs, userId, triggerId = nextId(), responseUrl } = typed;
  const body = String(
    new URLSearchParams({
      team_id: "T1",
      user_id: userId,
      user_name: "zoe",
      command: "/status",
      text,
      trigger_id: triggerId,
      ...(responseUrl && { response_url: responseUrl }),
      ...textsOf(typed.fields),
    }),
  );
  const seconds = Math.floor(atMs / 1000);
  return post(body, {
    ...schemes.slack.sign({}, slack.keys[0], {
      id: "",
      timestamp: String(seconds),
      body,
    }),
  });
};

export const requestOfMattermost: BuildChatRequest = (typed) => {
  const { text, userId, triggerId = nextId(), responseUrl } = typed;
  const body = String(
    new URLSearchParams({
      user_id: userId,
      user_name: "zoe",
      text,
      trigger_id: triggerId,
      token: mattermost.keys[0],
      command: "/status",
      ...(responseUrl && { response_url: responseUrl }),
      ...textsOf(typed.fields),
    }),
  );
  return post(body, {
    "content-type": "application/x-www-form-urlencoded",
    authorization: `Token ${mattermost.keys[0]}`,
  });
};

const requestOfTeams: BuildChatRequest = (typed) => {
  const { text, userId, atMs, triggerId = nextId() } = typed;
  const body = JSON.stringify({
    type: "message",
    id: triggerId,
    timestamp: new Date(atMs).toISOString(),
    from: { id: "29:x", name: "Zoe", aadObjectId: userId },
    conversation: { id: "19:abc@thread.tacv2" },
    text: `<at>Status</at>&nbsp;${text}\n`,
    ...typed.fields,
  });
  return post(body, {
    "content-type": "application/json; charset=utf-8",
    ...schemes.teams.sign({}, teams.keys[0], { id: "", timestamp: "", body }),
  });
};

/** The entry of the caller whose requests `requestOfGoogleChat` builds. */
export const googleChatEntry = {
  preset: "google-chat",
  audience: "1234567890",
  scopes: ["status:own"],
};
/** Who signs the tokens of Google Chat. */
const googleChatIssuer = "chat@system.gserviceaccount.com";

export const requestOfGoogleChat: BuildChatRequest = (typed) => {
  const { text, userId, atMs, triggerId = nextId() } = typed;
  const body = JSON.stringify({
    type: "MESSAGE",
    eventTime: new Date(atMs).toISOString(),
    user: { name: userId, displayName: "Zoë", type: "HUMAN" },
    space: { name: "spaces/AAA", type: "ROOM" },
    message: {
      name: `spaces/AAA/messages/${triggerId}`,
      text: `/status ${text}`,
      argumentText: ` ${text}`,
      slashCommand: { commandId: "1" },
    },
    ...typed.fields,
  });
  const seconds = Math.floor(atMs / 1000);
  const token = signToken({
    iss: googleChatIssuer,
    aud: googleChatEntry.audience,
    iat: seconds,
    exp: seconds + 3_600,
  });
  return post(body, {
    "content-type": "application/json; charset=UTF-8",
    authorization: `Bearer ${token}`,
  });
};

/** The private half of the key in `discordEntry`. */
const discordKey = `whsk_${Buffer.alloc(32, 7).toString("base64")}`;
/** The entry of the caller whose requests `requestOfDiscord` builds. */
export const discordEntry = {
  preset: "discord",
  keys: ["ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c"],
  scopes: ["status:own"],
};

const requestOfDiscord: BuildChatRequest = (typed) => {
  const { text, userId, atMs, triggerId = nextId() } = typed;
  const body = JSON.stringify({
    type: 2,
    id: triggerId,
    application_id: "845027738276462632",
    token: "a-token-of-the-interaction",
    locale: "en-GB",
    member: { user: { id: userId, username: "zoe" } },
    data: { name: "status", options: [{ name: "text", type: 3, value: text }] },
    ...typed.fields,
  });
  return post(body, {
    "content-type": "application/json",
    ...schemes.ed25519.sign(discordEntryParsed, discordKey, {
      id: "",
      timestamp: String(Math.floor(atMs / 1000)),
      body,
    }),
  });
};
const discordEntryParsed = callersSchema.parse({ discord: discordEntry })[
  "discord"
]!;

/** The entry of the caller whose requests `requestOfZulip` builds. */
export const zulipEntry = {
  scheme: "zulip",
  keys: ["token-of-the-zulip-bot"],
  scopes: ["status:own"],
};

const requestOfZulip: BuildChatRequest = (typed) => {
  const { text, userId, atMs, triggerId = nextId() } = typed;
  const body = JSON.stringify({
    bot_email: "status-bot@chat.example.com",
    bot_full_name: "Status",
    data: `@**Status** ${text}`,
    message: {
      id: Number(triggerId),
      sender_id: Number(userId),
      sender_full_name: "Zoë",
      timestamp: Math.floor(atMs / 1000),
    },
    token: zulipEntry.keys[0],
    trigger: "mention",
    ...typed.fields,
  });
  return post(body, { "content-type": "application/json" });
};

export const teamsId = "87994953-d622-4c2c-a425-28e58c73b2b2";

export type ChatToolForTest = {
  buildRequest: BuildChatRequest;
  userId: string;
  /** The identity of this user. */
  identity: string;
  unlinkedUserId: string;
  /** How long the tool waits for an answer. */
  limitMs: number;
};

/** The chat tools by the name of their adapter and of their caller. */
export const chatTools = {
  slack: {
    buildRequest: requestOfSlack,
    userId: "U1",
    identity: "T1:U1",
    unlinkedUserId: "U2",
    limitMs: 3_000,
  },
  teams: {
    buildRequest: requestOfTeams,
    userId: teamsId,
    // In capitals, as the pages of the directory show it.
    identity: teamsId.toUpperCase(),
    unlinkedUserId: teamsId.replace("8", "9"),
    limitMs: 5_000,
  },
  mattermost: {
    buildRequest: requestOfMattermost,
    userId: "u1",
    identity: "u1",
    unlinkedUserId: "u2",
    limitMs: 3_000,
  },
  "google-chat": {
    buildRequest: requestOfGoogleChat,
    userId: "users/1",
    identity: "users/1",
    unlinkedUserId: "users/2",
    limitMs: 5_000,
  },
  discord: {
    buildRequest: requestOfDiscord,
    userId: "80351110224678912",
    identity: "80351110224678912",
    unlinkedUserId: "80351110224678913",
    limitMs: 3_000,
  },
  zulip: {
    buildRequest: requestOfZulip,
    userId: "10",
    identity: "10",
    unlinkedUserId: "11",
    limitMs: 5_000,
  },
} satisfies Record<string, ChatToolForTest>;

function post(body: string, headers: Record<string, string>) {
  return { method: "POST", headers, body };
}
