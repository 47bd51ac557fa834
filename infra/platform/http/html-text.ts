type Text = { type: string; text: string };

const blockTag =
  /<\/?(?:blockquote|br|dd|div|dl|dt|h[1-6]|hr|li|ol|p|pre|table|td|th|tr|ul)\b[^<>]*>/gi;
const anyTag = /<[^<>]*>/g;

/** The escaped characters that are read. Any other escape stays as it is. */
const characters: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&apos;": "'",
  "&nbsp;": " ",
  "&amp;": "&",
};

/**
 * The words of a text, without markup.
 *
 * @param lineEnd - what stands between two lines. Each block of HTML, such as a paragraph, is a line. @default a space
 */
export function plainTextOf({ type, text }: Text, lineEnd = " "): string {
  if (type !== "text/html") return text;
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll(blockTag, "\n")
    .replaceAll(anyTag, "")
    .replaceAll(/&[#\w]+;/g, (name) => characters[name] ?? name)
    .split("\n")
    .map((line) => line.replaceAll(/\s+/g, " ").trim())
    .filter((line) => line !== "")
    .join(lineEnd);
}

export function paragraphsOf(text: Text): string[] {
  return plainTextOf(text, "\n")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** HTML that shows exactly this text. */
export function textToHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
