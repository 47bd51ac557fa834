import { expect } from "vitest";
import type {
  ChatMessage,
  ChatAdapter,
} from "../../../../functions/status-relay/chat/adapter.ts";

/** Reads a well-formed body with an adapter. */
export function messageOf(adapter: ChatAdapter, body: string): ChatMessage {
  const incoming = adapter.read(body);
  if (incoming.kind !== "message")
    throw new Error(`expected a message, got ${JSON.stringify(incoming)}`);
  return incoming;
}

/** Expects linear time: a quadratic expression would take minutes for a text of this length. */
export function expectLinearTime(read: () => unknown): void {
  const startedAtMs = performance.now();
  read();
  expect(performance.now() - startedAtMs).toBeLessThan(5_000);
}

const length = 100_000;
const repeat = (text: string) => text.repeat(length / text.length);

/** Texts as long as a receiver accepts, which make a careless regular expression backtrack. */
export const longTexts = [
  ...["<", ">", "<@", "<!", "<at", "<at>", "<img alt=", '<img alt="'].map(
    repeat,
  ),
  ...["&", "&#", "&#1", "&am", " ", "\n", "\u202E", "\uD83D", "🏴"].map(repeat),
  ...["for ", "until ", "1m", "1 m ", "for 1", "\\", "@", "👩‍"].map(repeat),
  `<at ${repeat("a")}`,
  `<img ${repeat('alt="')}`,
  `for ${repeat("1m")}!`,
];
