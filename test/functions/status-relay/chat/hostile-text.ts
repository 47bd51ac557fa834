import fc from "fast-check";
import { anyText } from "../../../fixtures/any-text.ts";

const fragments = [
  ["<", ">", "<<", ">>", "|", "&", ";", "\\", "*", "_", "`", "[", "](", "\n"],
  ["<@U1>", "<@U1|zoe>", "<!here>", "<!subteam^S1|@all>", "<#C1|general>"],
  ["<https://x.test|label>", "<@", "<!", "<#", "@channel", "@U1"],
  ["<at>", "</at>", "<at>Zoe</at>", "<b>", '<img alt="', '">', "</"],
  ["&amp;", "&lt;", "&gt;", "&nbsp;", "&#60;", "&#x3c;", "&#8238;", "&#64;"],
  ["\u202E", "\u2066", "\u200D", "\u200B", "\u0000", "\uD83D", "\uDE00"],
  ["👩‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "\u{E0067}", "for 2h", "until 17:00", "set ", "x", " "],
].flat();

/** Text of characters that chat tools treat specially, in any order, mixed with arbitrary text. */
export const hostileText = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...fragments) },
      { weight: 1, arbitrary: anyText({ maxLength: 5 }) },
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(""));
