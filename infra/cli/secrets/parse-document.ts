import { CommandError } from "../command-error.ts";

/**
 * Parses JSON.
 *
 * @param file - the file that has the text, for the error
 * @throws CommandError with the line and column. It does not quote the content.
 */
export function parseDocument(content: string, file: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    // The message of JSON.parse quotes the content, so only its position is used.
    const place = /line \d+ column \d+/.exec(String(error))?.[0];
    throw new CommandError(
      `${file} is not JSON${place ? `: look at ${place.replace(" column", ", column")}` : ""}.`,
      { cause: error },
    );
  }
}
