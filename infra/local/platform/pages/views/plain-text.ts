type Text = { type: string; text: string };

const characters: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  gt: ">",
  lt: "<",
  nbsp: " ",
  quot: '"',
  "#39": "'",
};

/** The words of a text without its markup. Where HTML ends a paragraph or a line, a line ends. */
export function readPlainText({ type, text }: Text): string {
  if (type !== "text/html") return text;
  return text
    .replaceAll(/<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr)\b[^<>]*>/gi, "\n")
    .replaceAll(/<[^<>]*>/g, " ")
    .replaceAll(/&(#?\w{1,6});/g, (all, name: string) =>
      Object.hasOwn(characters, name) ? (characters[name] ?? all) : all,
    )
    .trim();
}

export function readParagraphs(text: Text): string[] {
  return readPlainText(text)
    .split(/\s*\n\s*/)
    .filter((line) => line !== "");
}
