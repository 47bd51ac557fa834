import { stripVTControlCharacters } from "node:util";

/**
 * Makes stored text safe for a terminal: without control characters, escape sequences and characters that change the
 * direction of text. Line breaks become spaces.
 */
export function cleanText(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(/[\t\n\v\f\r\u0085\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "");
}
