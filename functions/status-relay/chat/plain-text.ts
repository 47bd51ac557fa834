/**
 * Invisible characters that change the visible text: control characters, overrides of the writing direction, invisible
 * fillers. Joiners and selectors stay, because emoji and some scripts need them.
 */
const invisible =
  /(\p{RGI_Emoji_Tag_Sequence})|[[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}]--[\s\u200C\u200D\p{Variation_Selector}]]/gv;

/** Each `<` that starts a mention (`<@U1>`, `<!here>`, `<#C1>`, `<at>`). The look-behind keeps the search linear. */
const opening = /(?<!<)<+(?=[@!#]|at\b)/gi;

/**
 * Converts text to one line without invisible characters and without mentions, in any chat tool to which it is copied.
 * The conversion is idempotent.
 *
 * @param text - without the markup of its chat tool
 */
export function plainText(text: string): string {
  return text
    .replaceAll(invisible, "$1")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(opening, "");
}
