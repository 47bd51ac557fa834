import { needsAttention, type ReasonCode } from "../reason-codes.ts";
import { type Holds, isRuled, overtaken, refused } from "./holds.ts";
import { compareStatements } from "./order.ts";
import type { Ruling, Verdict, Word } from "./statement.ts";

/** The verdicts of words that do not count. */
export type Discounted = Map<string, Verdict>;

/** Why a word does not count that an operator ruled out so. */
const ruledOutBy: Partial<Record<Ruling["ruling"], ReasonCode>> = {
  rejected: "rejected",
  cancelled: "cancelled-by-caller",
};

/** Words that were judged when they arrived, words that an operator ruled out, and the repetitions of these. */
export function discount(
  words: Word[],
  rulings: Holds["rulings"],
  readWithout: (discounted: Discounted) => Holds,
): Discounted {
  const discounted: Discounted = new Map();
  const ruledOut: [Word, Ruling][] = [];
  for (const word of words) {
    const ruling = rulings.get(word.id)?.find((one) => ruledOutBy[one.ruling]);
    const because = ruling ? ruledOutBy[ruling.ruling] : word.judged;
    if (ruling && !word.judged) ruledOut.push([word, ruling]);
    if (because && needsAttention(because))
      discounted.set(word.id, { is: "needs-decision", because });
    else if (because) discounted.set(word.id, overtaken(because));
  }
  for (const [word, ruling] of ruledOut) {
    const others = new Map(discounted);
    others.delete(word.id);
    const later = words
      .slice(words.indexOf(word) + 1)
      .filter(({ id }) => !discounted.has(id))
      .filter(({ kind }) => matterOf(kind) === matterOf(word.kind));
    const repetitions = repetitionsOf(word, ruling, later, readWithout(others));
    for (const [id, verdict] of repetitions) discounted.set(id, verdict);
  }
  return discounted;
}

/** The words that would repeat a word had it not been ruled out. One that was said after the ruling asks, once. */
function repetitionsOf(
  word: Word,
  ruling: Ruling,
  later: Word[],
  { verdicts, rulings }: Holds,
): [string, Verdict][] {
  const found: [string, Verdict][] = [];
  let first = word;
  for (const one of later) {
    const verdict = verdicts.get(one.id);
    if (verdict === refused) continue;
    if (verdict?.is !== "repeats" || isRuled({ rulings }, one.id, "released"))
      break;
    if (verdict.of !== word.id) continue;
    const isAsked = first === word && compareStatements(one, ruling) > 0;
    found.push([
      one.id,
      isAsked
        ? { is: "needs-decision", because: "repeated-after-ruling" }
        : { is: "repeats", of: first.id },
    ]);
    if (isAsked) first = one;
  }
  return found;
}

/** A word ends the rulings about earlier words of its own matter only. */
function matterOf(kind: Word["kind"]): string {
  if (kind === "changed") return "fields";
  const isSuspension = kind === "suspended" || kind === "resumed";
  return isSuspension ? "suspension" : "employment";
}
