/** Parses JSON. Undefined for invalid JSON, which no schema accepts: a SyntaxError would quote the text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
