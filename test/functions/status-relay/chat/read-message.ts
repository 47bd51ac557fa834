import { expect } from "vitest";
import type {
  ChatMessage,
  ChatAdapter,
} from "../../../../functions/status-relay/chat/adapter.ts";
import { effort } from "../../../resilience/effort.ts";

/** Reads a well-formed body with an adapter. */
export function messageOf(adapter: ChatAdapter, body: string): ChatMessage {
  const incoming = adapter.read(body);
  if (incoming.kind !== "message")
    throw new Error(`expected a message, got ${JSON.stringify(incoming)}`);
  return incoming;
}

/** Expects linear time: a quadratic expression would take seconds, and minutes for the longest of these texts. */
export function expectLinearTime(read: () => unknown): void {
  const startedAtMs = performance.now();
  read();
  expect(performance.now() - startedAtMs).toBeLessThan(effort(2_000, 5_000));
}

const length = effort(30_000, 100_000);
const repeat = (text: string) => text.repeat(length / text.length);

/** Texts as long as a receiver accepts, or longer, which make a careless regular expression backtrack. */
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
