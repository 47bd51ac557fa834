import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type {
  ChatAdapter,
  ChatAnswer,
  ChatMessage,
} from "../../../../functions/status-relay/chat/adapter.ts";
import { hostileText } from "./hostile-text.ts";
import { expectLinearTime, longTexts, messageOf } from "./read-message.ts";

/** Other fields of a sample. A field that becomes undefined is left out. */
type Changes = Record<string, unknown>;

/** What is known of a chat tool for {@link testChatTool}. */
export type ChatToolFacts = {
  name: string;
  adapter: ChatAdapter;
  /** The sample of the tool with other fields. */
  bodyOf: (changes: Changes) => string;
  /** The changes with which the sample has another text. */
  typed: (text: string) => Changes;
  /** The message of the sample. */
  message: Omit<ChatMessage, "kind" | "text">;
  /** Changes of the sample that a tool may send, and what they change in the message. */
  variants: [Changes, Partial<ChatMessage>][];
  /** Changes of the sample that no tool sends, and the field that is wrong. */
  malformed: [Changes, field: string][];
  /** What users type, as the tool sends it, and as plain text. */
  texts: [typed: string, plain: string][];
  /** The part of an answer that a tool interprets, and the pattern of a mention, link or format that is active there. */
  active: [partOf: (answer: ChatAnswer) => unknown, mark: RegExp];
};

/** Tests what every chat tool has in common. */
export function testChatTool(facts: ChatToolFacts): void {
  const { name, adapter, bodyOf, typed, message } = facts;
  const nothing = typed("");
  const textOf = (text: string) => messageOf(adapter, bodyOf(typed(text))).text;

  describe(`a message of ${name}`, () => {
    test("is read as the message of its sample", () => {
      const body = bodyOf(typed("In a meeting"));
      const expected = { kind: "message", text: "In a meeting", ...message };
      expect(adapter.read(body)).toEqual(expected);
    });

    test.each(facts.variants)("with %j is read as %j", (...row) => {
      const [changes, expected] = row;
      const body = bodyOf({ ...nothing, ...changes });
      expect(messageOf(adapter, body)).toMatchObject(expected);
    });

    test.each(facts.malformed)("with %j is malformed at %s", (...row) => {
      const [changes, field] = row;
      const expected = { kind: "malformed", fields: [field] };
      expect(adapter.read(bodyOf({ ...nothing, ...changes }))).toEqual(
        expected,
      );
    });

    test.each([
      "",
      "x=1",
      "{}",
      "null",
      "[]",
      '"text"',
      "{",
      "%",
      "__proto__=1",
    ])("is malformed if its body is %j", (body) => {
      expect(adapter.read(body)).toMatchObject({ kind: "malformed" });
    });

    test.each(facts.texts)("with the text %j is read as %j", (sent, plain) => {
      expect(textOf(sent)).toBe(plain);
    });

    test("is read in linear time", () => {
      for (const text of longTexts) expectLinearTime(() => textOf(text));
    });

    test("never has a text with an active mention or a control character", () => {
      fc.assert(
        fc.property(hostileText, (sent) => {
          expect(textOf(sent)).not.toMatch(/<(?:[@#!]|at\b)/i);
          expect(textOf(sent)).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
        }),
      );
    });
  });

  test(`no answer for ${name} has an active mention, link or format from its text`, () => {
    const [partOf, mark] = facts.active;
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(String(partOf(adapter.answer(text)))).not.toMatch(mark);
      }),
    );
  });
}

/** The sample as the form of a command. An array repeats its field. */
export const formOf = (sample: Changes) => (changes: Changes) => {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...sample, ...changes }))
    for (const one of [value].flat())
      if (typeof one === "string") form.append(name, one);
  return String(form);
};

/** The sample as JSON. */
export const jsonOf = (sample: Changes) => (changes: Changes) =>
  JSON.stringify({ ...sample, ...changes });
