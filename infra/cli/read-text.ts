import { readFile } from "node:fs/promises";
import { buffer, text } from "node:stream/consumers";
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
    throw unreadable(file, error);
  }
}

/** Reads the bytes of a file, or of the standard input for "-". @throws CommandError that names the file */
export async function readBytes(
  file: string,
  { input }: Pick<Terminal, "input">,
): Promise<Uint8Array> {
  try {
    return await (file === "-" ? buffer(input) : readFile(file));
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(file: string, cause: unknown): CommandError {
  return new CommandError(
    `${cleanText(file)} cannot be read: check its path and its permissions.`,
    { cause },
  );
}
