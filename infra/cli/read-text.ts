import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { cleanText } from "./clean-text.ts";
import { CommandError } from "./command-error.ts";
import type { Terminal } from "./dependencies.ts";

/** Reads a file, or the standard input for "-". @throws CommandError that names the file */
export async function readText(
  file: string,
  { input }: Pick<Terminal, "input">,
): Promise<string> {
  try {
    return await (file === "-" ? text(input) : readFile(file, "utf8"));
  } catch (error) {
    throw new CommandError(
      `${cleanText(file)} cannot be read: check its path and its permissions.`,
      { cause: error },
    );
  }
}
