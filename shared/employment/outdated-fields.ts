import { employments } from "./employments.ts";
import { latestOf } from "./order.ts";
import type { Settings, Statement, Word } from "./statement.ts";

/** The fields of a word of which a later statement counts, from the day on that the word names. */
export function outdatedFields(
  said: readonly Statement[],
  word: Word,
  settings: Settings,
): string[] {
  const { fields } = employments([...said, word], settings);
  const latest = latestOf(fields);
  return fields
    .filter(({ by }) => by === word.id)
    .filter(({ field, day }) =>
      latest.some(
        (one) => one.field === field && one.by !== word.id && one.day <= day,
      ),
    )
    .map(({ field }) => field);
}
