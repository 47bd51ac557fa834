const guardLine = /^throw\b[^;]*;\s*/;

/**
 * Removes the JSON security prefix of GET responses: everything from the word `throw` up to and including the first
 * semicolon and the white space after it. Only at the very start, where no JSON text can begin with `throw`; a body
 * without the line, or with its text inside a string, stays as it is.
 *
 * @see the API document, §2.6
 */
export function stripGuardLine(text: string): string {
  return text.replace(guardLine, "");
}
