import type { StatusPresets } from "../status-presets.ts";
import { replaceShortCodes } from "./emoji.ts";
import { plainText } from "./plain-text.ts";
import { afterDuration, latestEndMs, splitEnd } from "./status-end.ts";

/** A chat command, or why the text is not a valid one. */
export type Command =
  | { kind: "set"; text: string; expiresAtMs?: number | undefined }
  | { kind: "clear"; expiresAtMs?: number | undefined }
  | { kind: "show" }
  | { kind: "help" }
  | { kind: "too-long"; length: number; maxLength: number }
  /** Only an end was typed. */
  | { kind: "no-text"; endsAtMs: number }
  | { kind: "end-has-passed"; endsAtMs: number }
  | { kind: "end-too-late" }
  | { kind: "no-such-end" };

export type CommandOptions = {
  nowMs: number;
  /** The time zone of times and dates in the text: an IANA name. */
  zone: string;
  /** The longest allowed status, in code points as `lengthOf` counts them. */
  maxLength: number;
  /** @default none */
  presets?: StatusPresets | undefined;
};

/**
 * Parses the text after the command or the name of the bot: `clear`, `show`, `help`, or nothing, which means `help`.
 * The name of a preset is its status. Any other text is a status. `set` before it is optional, so `set help` is the
 * status "help". An end may follow a status, a preset and `clear`, as `splitEnd` describes.
 *
 * @param typed - plain text on one line
 */
export function parseCommand(
  typed: string,
  { nowMs, zone, maxLength, presets = {} }: CommandOptions,
): Command {
  if (/^(?:set|help)?$/i.test(typed)) return { kind: "help" };
  if (/^show$/i.test(typed)) return { kind: "show" };
  const status = typed.replace(/^set /i, "");
  const isCommand = status === typed;
  const given = splitEnd(status, zone, nowMs);
  if (given.text === "" && !isCommand) return { kind: "set", text: status };
  if (Number.isNaN(given.endsAtMs)) return { kind: "no-such-end" };
  if (given.text === "" && given.endsAtMs !== undefined)
    return { kind: "no-text", endsAtMs: given.endsAtMs };
  const preset = isCommand ? presetOf(given.text, presets, nowMs) : undefined;
  const text = preset?.text ?? replaceShortCodes(given.text);
  const endsAtMs = given.endsAtMs ?? preset?.endsAtMs;
  const length = lengthOf(text);
  if (length > maxLength) return { kind: "too-long", length, maxLength };
  if (endsAtMs !== undefined && endsAtMs <= nowMs)
    return { kind: "end-has-passed", endsAtMs };
  if (endsAtMs !== undefined && endsAtMs - nowMs > latestEndMs)
    return { kind: "end-too-late" };
  return isCommand && /^clear$/i.test(given.text)
    ? { kind: "clear", expiresAtMs: endsAtMs }
    : { kind: "set", text, expiresAtMs: endsAtMs };
}

function presetOf(name: string, presets: StatusPresets, nowMs: number) {
  const key = name.toLowerCase();
  const preset = Object.hasOwn(presets, key) ? presets[key] : undefined;
  return (
    preset && {
      text: presetText(preset),
      endsAtMs: afterDuration(preset.for ?? "", nowMs),
    }
  );
}

/** The status of a preset: its emoji, if it has one, and its text. */
export function presetText({ emoji, text }: StatusPresets[string]): string {
  return plainText(replaceShortCodes(emoji ? `${emoji} ${text}` : text));
}

/** The length in code points: an accented letter or a simple emoji is one, the emoji of a family of four is seven. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}
