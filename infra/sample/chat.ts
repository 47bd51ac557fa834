import { randomUUID } from "node:crypto";

type Typed = {
  text: string;
  userId: string;
  nowMs: number;
  /** Of the caller, for a tool that sends it in the body. */
  key: string;
};
type ChatSample = {
  /** The sample employee, as the tool knows them. */
  userId: string;
  /** The body with which the tool sends a typed text. */
  bodyOf: (typed: Typed) => string;
};

const form = (fields: Record<string, string>) =>
  new URLSearchParams(fields).toString();

/** What each chat tool sends when the sample employee types a command, by the name of its adapter. */
export const chatSamples: Readonly<Record<string, ChatSample>> = {
  slack: {
    userId: "T0001:U1042",
    bodyOf: ({ text, userId }) => {
      const [team_id = "", user_id = ""] = userId.split(":");
      return form({
        team_id,
        user_id,
        user_name: "zoe",
        command: "/status",
        text,
        trigger_id: randomUUID(),
        response_url: "https://hooks.slack.com/commands/T0001/1/sample",
      });
    },
  },
  teams: {
    userId: "87994953-d622-4c2c-a425-28e58c73b2b2",
    bodyOf: ({ text, userId, nowMs }) =>
      JSON.stringify({
        type: "message",
        id: randomUUID(),
        timestamp: new Date(nowMs).toISOString(),
        from: { id: "29:zoe", name: "Zoë", aadObjectId: userId },
        conversation: { id: "19:sample@thread.tacv2" },
        text: `<at>Status</at>&nbsp;${text}\n`,
      }),
  },
  mattermost: {
    userId: "zoe1042",
    bodyOf: ({ text, userId }) =>
      form({
        user_id: userId,
        user_name: "zoe",
        command: "/status",
        text,
        trigger_id: randomUUID(),
      }),
  },
  "google-chat": {
    userId: "users/1042",
    bodyOf: ({ text, userId, nowMs }) =>
      JSON.stringify({
        type: "MESSAGE",
        eventTime: new Date(nowMs).toISOString(),
        user: { name: userId, displayName: "Zoë", type: "HUMAN" },
        space: { name: "spaces/sample", type: "ROOM" },
        message: {
          name: `spaces/sample/messages/${randomUUID()}`,
          text: `/status ${text}`,
          argumentText: ` ${text}`,
        },
      }),
  },
  discord: {
    userId: "1042",
    bodyOf: ({ text, userId, nowMs }) =>
      JSON.stringify({
        type: 2,
        // Discord counts the milliseconds since 2015 in the upper bits of an id.
        id: String(BigInt(nowMs - Date.UTC(2015, 0)) << 22n),
        application_id: "1",
        token: "sample",
        locale: "en-GB",
        member: { user: { id: userId } },
        data: { options: [{ name: "text", value: text }] },
      }),
  },
  zulip: {
    userId: "1042",
    bodyOf: ({ text, userId, nowMs, key }) =>
      JSON.stringify({
        bot_full_name: "Status",
        data: `@**Status** ${text}`,
        token: key,
        message: {
          id: nowMs,
          sender_id: Number(userId),
          timestamp: Math.floor(nowMs / 1_000),
        },
      }),
  },
};
