const blockTag =
  /<\/?(?:blockquote|br|dd|div|dl|dt|h[1-6]|hr|li|ol|p|pre|table|td|th|tr|ul)\b[^<>]*>/gi;
const anyTag = /<[^<>]*>/g;

const characters: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
  "&amp;": "&",
};

/** The words of an HTML text, without its markup. A block, such as a paragraph, ends a word; a `<b>` does not. */
export function htmlToText(html: string): string {
  return html
    .replaceAll(blockTag, " ")
    .replaceAll(anyTag, "")
    .replaceAll(
      /&(?:lt|gt|quot|#39|nbsp|amp);/g,
      (name) => characters[name] ?? "",
    )
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** HTML that shows exactly this text. */
export function textToHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
