import type { ReasonCode } from "../reason-codes.ts";
import { asks, isRuled, overtaken, refused, repeats } from "./holds.ts";
import { compareStatements } from "./order.ts";
import type { Ruling, Verdict, Word } from "./statement.ts";
import type { RuledOut, Story } from "./story.ts";

type Count = (story: Story, word: Word) => Verdict;

/** Why a word does not count that an operator ruled out so. */
const ruledOutBy: Partial<Record<Ruling["ruling"], ReasonCode>> = {
  rejected: "rejected",
  cancelled: "cancelled-by-caller",
};

/** A word that an operator ruled out does not count. It counts in a story of its own, which its repetitions repeat. */
export function ruleOut(story: Story, word: Word, count: Count) {
  const ruling = story.rulings
    .get(word.id)
    ?.find((one) => ruledOutBy[one.ruling] && !("limit" in one));
  const because = ruling && ruledOutBy[ruling.ruling];
  if (!because) return undefined;
  if (!word.judged) {
    const { employments, early, fields, verdicts } = story;
    const other: Story = {
      ...story,
      employments: employments.map((one) => ({ ...one })),
      early: [...early],
      fields: [...fields],
      verdicts: new Map(verdicts),
    };
    other.verdicts.set(word.id, count(other, word));
    story.ruledOut.push({ word, ruling, story: other });
  }
  return overtaken(because);
}

/**
 * Whether a word repeats one that was ruled out. One that was said after the ruling asks, once. A word of the same
 * matter that is no repetition ends the ruling.
 */
export function stop(story: Story, word: Word, count: Count) {
  for (const one of story.ruledOut) {
    if (matterOf(word) !== matterOf(one.word)) continue;
    const verdict = count(one.story, word);
    one.story.verdicts.set(word.id, verdict);
    if (verdict === refused) continue;
    if (verdict.is !== "repeats" || isRuled(story, word.id, "released"))
      story.ruledOut = story.ruledOut.filter((other) => other !== one);
    else if (verdict.of === firstOf(one)) return askOnce(story, one, word);
  }
  for (const { word: out, story: other } of story.ruledOut)
    if (matterOf(word) !== matterOf(out)) count(other, word);
  return undefined;
}

/** What the repetitions of a word name, which may be a repetition itself. */
function firstOf({ word, story: { verdicts } }: RuledOut): string {
  const verdict = verdicts.get(word.id);
  return verdict?.is === "repeats" ? verdict.of : word.id;
}

/** Before the first hire or adoption, nobody is there to leave, so a termination does not ask. */
function askOnce(story: Story, one: RuledOut, word: Word): Verdict {
  const isEarly = word.kind === "terminated" && !story.employments.length;
  if (isEarly || one.asked || compareStatements(word, one.ruling) < 0)
    return repeats(one.asked ?? one.word);
  one.asked = word;
  return asks("repeated-after-ruling");
}

function matterOf({ kind }: Word): string {
  if (kind === "changed") return "fields";
  const isSuspension = kind === "suspended" || kind === "resumed";
  return isSuspension ? "suspension" : "employment";
}
