/**
 * Invisible characters that change the visible text: control characters, overrides of the writing direction, invisible
 * fillers. Joiners and selectors stay, because emoji and some scripts need them. The group keeps flags such as that of
 * Wales, which have invisible characters inside.
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

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/** Decodes the character references of chat tools once: `&amp;lt;` becomes `&lt;`, which is the typed text. */
export function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi,
    (_, decimal?: string, hex?: string, name?: string) =>
      named[name?.toLowerCase() ?? ""] ??
      characterOf(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  );
}

function characterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}
