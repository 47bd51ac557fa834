import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  decodeEntities,
  plainText,
} from "../../../../functions/status-relay/chat/plain-text.ts";
import { encodeEntities } from "../../../../shared/encode-entities.ts";
import { hostileText } from "./hostile-text.ts";
import { rows } from "../../../fixtures/rows.ts";

describe("plain text", () => {
  test.each(rows`
    is on one line | ${"  In\ta\r\n meeting\u2028now\u00A0 "} | In a meeting now
    has no control characters | ${"a\u0000b\u0007c\u009Bd\u001B[31m"} | abcd[31m
    has one writing direction | ${"\u202Egnirae\u2066x\u2069\u200F"} | gniraex
    has nothing invisible | ${"a\u200Bb\u2060c\u00ADd\u3164"} | abcd
    has whole characters | ${"a\uD83Db\uDE00"} | ab
    has no character made of the halves around a removed one | ${"\uD83D\u202E\uDE00"} | ${""}
    has no hidden tags | ${"a\u{E0068}\u{E0069}"} | a
    keeps a heart and a comparison | <3 a < b > c | <3 a < b > c
    opens no mention of Slack | <@U1> <!here> <#C1> | @U1> !here> #C1>
    opens no mention, however often it is nested | <<<@U1>>> | @U1>>>
    opens no mention around an invisible character | ${"<\u202E@U1>"} | @U1>
    opens no mention of Teams | <at>Zoe</at> | at>Zoe</at>
  `)("plain text %s", (_, given, expected) => {
    expect(plainText(given)).toBe(expected);
  });

  test.each(["😀 👍🏽 👩‍👩‍👧‍👦 ❤️ 🇳🇴 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣", "Zoë 雪 שלום مرحبا می‌خواهم हिन्दी"])(
    "keeps emoji and every script: %s",
    (text) => {
      expect(plainText(text)).toBe(text);
    },
  );

  test("stays the same if it is converted again, for any input", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const once = plainText(text);
        expect(plainText(once)).toBe(once);
      }),
    );
  });
});

describe("character references", () => {
  test.each(rows`
    &amp;&lt;&gt;&quot;&apos; | &<>"'
    a&nbsp;b&NBSP;c | a b c
    &#43;&#x1F680;&#X2b; | ${"+🚀+"}
    are decoded once: &amp;lt; | are decoded once: &lt;
    that are not valid stay: & &; &foo; &#; &#x; &amp | that are not valid stay: & &; &foo; &#; &#x; &amp
    beyond Unicode vanish: &#9999999; | ${"beyond Unicode vanish: "}
    named like a property stay: &constructor; | named like a property stay: &constructor;
  `)("%s becomes %s", (given, expected) => {
    expect(decodeEntities(given)).toBe(expected);
  });

  test("decode to the original text after encoding, and the encoded text has no markup", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const encoded = encodeEntities(text);
        expect(decodeEntities(encoded)).toBe(text);
        expect(encoded).not.toMatch(/[<>]/);
      }),
    );
  });
});
