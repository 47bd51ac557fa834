import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { CommandError } from "../command-error.ts";

/**
 * Reads JSON from a file, or from the standard input for "-".
 *
 * @throws CommandError that names the file and, for invalid JSON, the line and column
 */
export async function readDocument(file: string): Promise<unknown> {
  return parse(
    await (file === "-" ? text(process.stdin) : readText(file)),
    file,
  );
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new CommandError(
      `${file} cannot be read: check its path and its permissions`,
      {
        cause: error,
      },
    );
  }
}

function parse(content: string, file: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    // The message of JSON.parse quotes the content, so only its position is used.
    const place = /line \d+ column \d+/.exec(String(error))?.[0];
    throw new CommandError(
      `${file} is not JSON${place ? `: look at ${place.replace(" column", ", column")}` : ""}`,
      { cause: error },
    );
  }
}
