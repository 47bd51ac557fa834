import * as z from "zod";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { signSlack } from "../../../shared/webhook/schemes/slack.ts";
import { signTeams } from "../../../shared/webhook/schemes/teams.ts";
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
  fields?: Record<string, string>;
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
]);

/** The text of an answer for clients that show neither blocks nor cards. */
export function textOfAnswer(answer: unknown): string {
  return answerSchema.parse(answer);
}

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
      ...typed.fields,
    }),
  );
  const seconds = Math.floor(atMs / 1000);
  return post(body, {
    "content-type": "application/x-www-form-urlencoded",
    "x-slack-request-timestamp": String(seconds),
    "x-slack-signature": signSlack(slack.keys[0], seconds, body),
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
      ...typed.fields,
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
    authorization: signTeams(teams.keys[0], body),
  });
};

/** The entry of the caller whose requests `requestOfGoogleChat` builds. */
export const googleChatEntry = {
  preset: "google-chat",
  audience: "1234567890",
  scopes: ["status:own"],
};
/** Who signs the tokens of Google Chat. */
export const googleChatIssuer = "chat@system.gserviceaccount.com";

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
} satisfies Record<string, ChatToolForTest>;

function post(body: string, headers: Record<string, string>) {
  return { method: "POST", headers, body };
}
