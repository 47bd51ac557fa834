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

/** Encodes `&`, `<` and `>`, so no character starts a reference or a tag. */
export function encodeEntities(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
