/**
 * Whether `text` contains what `search` looks for, compared without case. `*` stands for any characters, or none: "A*B"
 * matches what has A and, somewhere after it, B (the API document, §4).
 */
export function matchesSearch(text: string, search: string): boolean {
  const lowerText = text.toLowerCase();
  let from = 0;
  for (const part of search.toLowerCase().split("*")) {
    const found = lowerText.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return true;
}
