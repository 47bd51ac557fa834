/**
 * What nobody sees but which changes what is seen: control characters, overrides of the writing direction, invisible
 * fillers. The joiners and selectors that emoji and some scripts are made of stay.
 */
const invisible =
  /(\p{RGI_Emoji_Tag_Sequence})|[[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}]--[\s\u200C\u200D\p{Variation_Selector}]]/gv;

/** Every `<` of what opens a mention (`<@U1>`, `<!here>`, `<#C1>`, `<at>`); the look-behind keeps the search linear. */
const opening = /(?<!<)<+(?=[@!#]|at\b)/gi;

/**
 * Text on one line, that shows what it is and pings nobody wherever it is copied to. Applied again, it changes nothing.
 *
 * @param text - without the markup of its dialect
 */
export function plainText(text: string): string {
  return text
    .replaceAll(invisible, "$1")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(opening, "");
}
