import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { cleanText } from "./clean-text.ts";
import { CommandError } from "./command-error.ts";
import type { Terminal } from "./dependencies.ts";

export async function readText(
  file: string,
  terminal: Pick<Terminal, "input">,
): Promise<string> {
  return (await readBytes(file, terminal)).toString();
}

/** Reads the bytes of a file, or of the standard input for "-". @throws CommandError that names the file */
export async function readBytes(
  file: string,
  { input }: Pick<Terminal, "input">,
): Promise<Buffer> {
  try {
    return await (file === "-" ? buffer(input) : readFile(file));
  } catch (cause) {
    throw new CommandError(
      `${cleanText(file)} cannot be read: check its path and its permissions.`,
      { cause },
    );
  }
}
