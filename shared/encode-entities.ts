/** Encodes `&`, `<` and `>`, so that no character starts a character reference or a tag of a chat tool. */
export function encodeEntities(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
