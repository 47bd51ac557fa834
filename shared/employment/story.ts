import { type Employment, type Holds, standingOf } from "./holds.ts";
import type { Ruling, Settings, Word } from "./statement.ts";

/** What holds so far, while the words are read in their order. Each rule changes it and returns a verdict. */
export type Story = Holds & {
  settings: Settings;
  /** What was said before the first employment. */
  early: Word[];
  ruledOut: RuledOut[];
  /** The statement that hires without a start date repeat, as an operator said. */
  repeated?: string;
};

/** A word that an operator ruled out, and the story in which it counts. */
export type RuledOut = {
  word: Word;
  ruling: Ruling;
  /** The first repetition after the ruling. */
  asked?: Word;
  story: Story;
};

/** Whether an employment is to come, goes on or is over on the own day of a word. */
export function standingAt({ employments }: Story, { ownDay }: Word) {
  return (standing: ReturnType<typeof standingOf>) => (one: Employment) =>
    standingOf(one, employments, ownDay) === standing;
}
