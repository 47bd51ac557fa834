import * as z from "zod/mini";

const maxPresets = 20;

/** A preset cannot have the name of a command. */
const commandWords = ["set", "clear", "show", "help"];

const namePattern = /^[a-z][a-z0-9-]{0,30}$/;

const presetSchema = z.strictObject({
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  /** Stands before the text: a character, or its short code such as `:palm_tree:`. */
  emoji: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^(?::[a-z0-9_+-]{1,40}:|[^\s\p{ASCII}]{1,16})$/u,
          "must be an emoji or its short code, such as :palm_tree:",
        ),
      ),
  ),
  /** How long the status stays, if the user types no end. @default until the next status */
  for: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^(?:[1-9]\d{0,2}[mh]|[1-9]\d?d)$/,
          "must be up to 999 minutes or hours or 99 days: 45m, 2h, 3d",
        ),
      ),
  ),
});

/** Statuses that a chat user sets by one word, by that word, such as `lunch`. */
export type StatusPresets = Record<string, z.infer<typeof presetSchema>>;

/** The value of the setting. */
export function statusPresets() {
  const rule = `at most ${maxPresets} presets by name, each with text, and optionally emoji and for (45m, 2h, 3d)`;
  return {
    schema: z.record(z.string(), presetSchema).check(
      z.refine(
        (presets) =>
          Object.keys(presets).every(
            (name) => namePattern.test(name) && !commandWords.includes(name),
          ),
        `must have lower-case words as names, and none of ${commandWords.join(", ")}`,
      ),
      z.refine(
        (presets) => Object.keys(presets).length <= maxPresets,
        `must be ${rule}`,
      ),
    ),
    rule,
  };
}

/** The default: statuses that most companies use. */
export const usualPresets: StatusPresets = {
  lunch: { text: "Lunch", emoji: "🥪", for: "45m" },
  meeting: { text: "In a meeting", emoji: "📅", for: "1h" },
  commuting: { text: "Commuting", emoji: "🚌", for: "30m" },
  remote: { text: "Working remotely", emoji: "🏡" },
  vacation: { text: "On vacation", emoji: "🌴" },
};
