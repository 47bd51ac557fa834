import type { ChatAdapter } from "./adapter.ts";
import { discord } from "./discord.ts";
import { googleChat } from "./google-chat.ts";
import { mattermost } from "./mattermost.ts";
import { slack } from "./slack.ts";
import { teams } from "./teams.ts";
import { zulip } from "./zulip.ts";

/** A new chat tool is one new file here and one line. */
const chatAdapters: Readonly<Record<string, ChatAdapter>> = {
  slack,
  teams,
  mattermost,
  "google-chat": googleChat,
  discord,
  zulip,
};

/** Whether a body is a probe of any chat tool. The path does not count: it would tell which callers exist. */
export function isChatProbe(body: string): boolean {
  return Object.values(chatAdapters).some(({ isProbe }) => isProbe?.(body));
}

/** The adapter of a chat tool. Undefined for a caller without one. */
export function chatAdapterOf(
  tool: string | undefined,
): ChatAdapter | undefined {
  return tool !== undefined && Object.hasOwn(chatAdapters, tool)
    ? chatAdapters[tool]
    : undefined;
}
