import { expect, test } from "vitest";
import { schemes } from "../../../../shared/webhook/caller-entry.ts";
import { chatAdapterOf } from "../../../../functions/status-relay/chat/adapters.ts";

test("each scheme of a chat tool has a chat adapter", () => {
  const ofChat = Object.entries(schemes).filter(([, { isChat }]) => isChat);
  for (const [name] of ofChat) expect(chatAdapterOf(name)).toBeDefined();
});
