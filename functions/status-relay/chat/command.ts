import { takeEnd } from "./status-end.ts";

/** What somebody wants of their status, or what is wrong with it. */
export type Command =
  | { kind: "set"; text: string; expiresAtMs?: number | undefined }
  | { kind: "clear"; expiresAtMs?: number | undefined }
  | { kind: "show" }
  | { kind: "help" }
  | { kind: "too-long"; length: number; maxLength: number }
  | { kind: "end-out-of-range" };

export type CommandOptions = {
  nowMs: number;
  /** Whose clocks and days are meant: an IANA name. */
  zone: string;
  /** In code points, as `lengthOf` counts them. */
  maxLength: number;
};

/**
 * Reads what was typed after the command or the name: `clear`, `show`, `help` or nothing at all; anything else is a status,
 * with or without `set` before it, so `set help` is the status "help". The end of what is set or cleared may follow, as
 * `takeEnd` tells.
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
  const { text, endsAtMs } = takeEnd(status, zone, nowMs);
  const length = lengthOf(text);
  if (length > maxLength) return { kind: "too-long", length, maxLength };
  if (endsAtMs === "out-of-range") return { kind: "end-out-of-range" };
  return isCommand && /^clear$/i.test(text)
    ? { kind: "clear", expiresAtMs: endsAtMs }
    : { kind: "set", text, expiresAtMs: endsAtMs };
}

/** In code points: an accented letter is one, as most emoji are; a family of four is seven. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}
