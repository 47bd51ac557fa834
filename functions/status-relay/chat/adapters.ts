import type { ChatAdapter } from "./adapter.ts";
import { googleChat } from "./google-chat.ts";
import { mattermost } from "./mattermost.ts";
import { slack } from "./slack.ts";
import { teams } from "./teams.ts";

/**
 * The chat tools by scheme. A new tool is one new file here, one in shared/webhook/schemes, and a line in each
 * list.
 */
const chatAdapters: Readonly<Record<string, ChatAdapter>> = {
  slack,
  teams,
  mattermost,
  "google-chat": googleChat,
};

/** Whether a body is a probe of any chat tool. The path does not count: it would tell which callers exist. */
export function isChatProbe(body: string): boolean {
  return Object.values(chatAdapters).some(({ isProbe }) => isProbe(body));
}

/** The adapter of a scheme. Undefined for a scheme that is not a chat tool's. */
export function chatAdapterOf(
  scheme: string | undefined,
): ChatAdapter | undefined {
  return scheme !== undefined && Object.hasOwn(chatAdapters, scheme)
    ? chatAdapters[scheme]
    : undefined;
}
