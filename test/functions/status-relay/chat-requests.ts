import { signEvent } from "../../../infra/cli/sign-event.ts";
import { chatCallers, chatSamples } from "../../../infra/sample/chat.ts";
import { parseJson } from "../../../shared/parse-json.ts";
import { signToken } from "../../fixtures/signed-token.ts";

const { slack } = chatCallers;

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

let count = 0;

/** Builds requests like the sample of a tool, with the signature of the caller of this entry. */
function requestsOf(
  tool: string,
  { keys, scopes: _, ...entry }: { keys?: readonly string[]; scopes?: unknown },
  {
    keyAt = () => keys?.[0] ?? "",
    /** How the sample writes a user id. */
    writeUserId = (userId) => userId,
  }: {
    keyAt?: (atMs: number) => string;
    writeUserId?: (userId: string) => string;
  } = {},
): BuildChatRequest {
  return ({ text, userId, atMs, triggerId, responseUrl = "", fields = {} }) => {
    const key = keyAt(atMs);
    const sample = chatSamples[tool]!.bodyOf({
      text,
      userId: writeUserId(userId),
      nowMs: atMs,
      key,
      messageId: triggerId ?? String(1_000_000 + ++count),
      responseUrl,
    });
    const body = withFields(sample, fields);
    const headers = signEvent({ ...entry, key }, { id: "", body, nowMs: atMs });
    return { method: "POST", headers, body };
  };
}

function withFields(body: string, fields: Record<string, unknown>): string {
  const json = parseJson(body);
  if (json) return JSON.stringify({ ...json, ...fields });
  const form = new URLSearchParams(body);
  for (const [name, value] of Object.entries(fields))
    form.set(name, String(value));
  return String(form);
}

export const requestOfSlack = requestsOf("slack", slack, {
  writeUserId: (userId) => `T1:${userId}`,
});

/** The fields of a click on a button of an answer in Slack. */
export function clickOf({
  command,
  userId = "U1",
  responseUrl,
}: {
  command: string;
  userId?: string;
  responseUrl: string;
}): Record<string, unknown> {
  const payload = {
    type: "block_actions",
    user: { id: userId, team_id: "T1" },
    team: { id: "T1" },
    enterprise: null,
    trigger_id: `click.${++count}`,
    response_url: responseUrl,
    actions: [{ action_id: "command-0", value: command }],
  };
  return { payload: JSON.stringify(payload) };
}

/** The entry of the caller whose requests `requestOfGoogleChat` builds. */
export const googleChatEntry = {
  preset: "google-chat",
  audience: "1234567890",
  scopes: ["status:own"],
};
export const requestOfGoogleChat = requestsOf("google-chat", googleChatEntry, {
  keyAt: (atMs) =>
    signToken({
      iss: "chat@system.gserviceaccount.com",
      aud: googleChatEntry.audience,
      iat: Math.floor(atMs / 1000),
      exp: Math.floor(atMs / 1000) + 3_600,
    }),
});

/** The private half of the key in `discordEntry`. */
const discordKey = `whsk_${Buffer.alloc(32, 7).toString("base64")}`;
/** The entry of the caller whose requests `requestOfDiscord` builds. */
export const discordEntry = {
  preset: "discord",
  keys: ["ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c"],
  scopes: ["status:own"],
};
const requestOfDiscord = requestsOf("discord", discordEntry, {
  keyAt: () => discordKey,
});

const teamsId = "87994953-d622-4c2c-a425-28e58c73b2b2";

export type ChatToolForTest = {
  buildRequest: BuildChatRequest;
  userId: string;
  /** The identity of this user. */
  identity: string;
  unlinkedUserId: string;
};

/** The facts of some chat tools in which they differ from their sample. */
const special: Readonly<Record<string, Partial<ChatToolForTest>>> = {
  slack: {
    buildRequest: requestOfSlack,
    userId: "U1",
    identity: "T1:U1",
    unlinkedUserId: "U2",
  },
  teams: {
    // In capitals, as the pages of the directory show it.
    identity: teamsId.toUpperCase(),
    unlinkedUserId: teamsId.replace("8", "9"),
  },
  "google-chat": { buildRequest: requestOfGoogleChat },
  discord: { buildRequest: requestOfDiscord },
};

const callers: Readonly<Record<string, { keys: readonly string[] }>> =
  chatCallers;

/** The chat tools of all samples, by the name of their adapter and of their caller. */
export const chatTools = Object.fromEntries(
  Object.entries(chatSamples).map(
    ([name, { userId }]): [string, ChatToolForTest] => [
      name,
      {
        buildRequest: requestsOf(name, callers[name] ?? {}),
        userId,
        identity: userId,
        unlinkedUserId: `${userId}1`,
        ...special[name],
      },
    ],
  ),
);
