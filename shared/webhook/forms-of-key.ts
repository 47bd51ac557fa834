/** What belongs to a scheme and not to the key: a word before it in a header, or a prefix of its own text. */
const schemeWords = /^(?:(?:bearer|basic|token) +|wh(?:sec|pk)_)/i;

/**
 * The bytes, in hex, that a key may stand for. Two keys are equal if they have one form in common: the same secret can
 * be a token for one caller, and a signing key in base64 or hex for another.
 */
export function formsOfKey(key: string): string[] {
  const text = key.replace(schemeWords, "");
  const fromBase64 = Buffer.from(text, "base64");
  // Node ignores characters that are not base64, so such text would decode to the bytes of another one.
  const isBase64 = fromBase64.toString("base64").startsWith(text);
  const isHex = /^(?:[0-9a-f]{2})+$/i.test(text);
  return [
    Buffer.from(text).toString("hex"),
    ...(isBase64 ? [fromBase64.toString("hex")] : []),
    ...(isHex ? [text.toLowerCase()] : []),
  ];
}
