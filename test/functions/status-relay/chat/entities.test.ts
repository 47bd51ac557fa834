import { describe, expect, test } from "vitest";
import {
  decodeEntities,
  encodeEntities,
} from "../../../../functions/status-relay/chat/plain-text.ts";
import { hostileText } from "./hostile-text.ts";
import { rows } from "../../../fixtures/rows.ts";

import fc from "fast-check";

describe("character references", () => {
  test.each(rows`
    &amp;&lt;&gt;&quot;&apos; | &<>"'
    a&nbsp;b&NBSP;c | a b c
    &#43;&#x1F680;&#X2b; | ${"+🚀+"}
    are decoded once: &amp;lt; | are decoded once: &lt;
    that are none stay: & &; &foo; &#; &#x; &amp | that are none stay: & &; &foo; &#; &#x; &amp
    beyond Unicode vanish: &#9999999; | ${"beyond Unicode vanish: "}
    named like an object's own stay: &constructor; | named like an object's own stay: &constructor;
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
