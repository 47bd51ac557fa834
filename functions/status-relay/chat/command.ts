import { splitEnd } from "./status-end.ts";

/** A chat command, or why the text is not a valid one. */
export type Command =
  | { kind: "set"; text: string; expiresAtMs?: number | undefined }
  | { kind: "clear"; expiresAtMs?: number | undefined }
  | { kind: "show" }
  | { kind: "help" }
  | { kind: "too-long"; length: number; maxLength: number }
  | { kind: "end-out-of-range" };

export type CommandOptions = {
  nowMs: number;
  /** The time zone of times and dates in the text: an IANA name. */
  zone: string;
  /** The longest allowed status, in code points as `lengthOf` counts them. */
  maxLength: number;
};

/**
 * Parses the text after the command or the name of the bot: `clear`, `show`, `help`, or nothing, which means `help`.
 * Any other text is a status. `set` before it is optional, so `set help` is the status "help". An end may follow a
 * status and `clear`, as `splitEnd` describes.
 *
 * @param typed - plain text on one line
 */
export function parseCommand(
  typed: string,
  { nowMs, zone, maxLength }: CommandOptions,
): Command {
  if (/^(?:set|help)?$/i.test(typed)) return { kind: "help" };
  if (/^show$/i.test(typed)) return { kind: "show" };
  const status = typed.replace(/^set /i, "");
  const isCommand = status === typed;
  const { text, endsAtMs } = splitEnd(status, zone, nowMs);
  const length = lengthOf(text);
  if (length > maxLength) return { kind: "too-long", length, maxLength };
  if (endsAtMs === "out-of-range") return { kind: "end-out-of-range" };
  return isCommand && /^clear$/i.test(text)
    ? { kind: "clear", expiresAtMs: endsAtMs }
    : { kind: "set", text, expiresAtMs: endsAtMs };
}

/** The length in code points: an accented letter or a simple emoji is one, the emoji of a family of four is seven. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}
