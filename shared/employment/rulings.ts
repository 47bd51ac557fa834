import { needsAttention, type ReasonCode } from "../reason-codes.ts";
import type { Holds } from "./holds.ts";
import { compare } from "./order.ts";
import type { Ruling, Verdict, Word } from "./statement.ts";
import { isRuled, repeats } from "./story.ts";

/** The verdicts of words that do not count. */
export type Discounted = Map<string, Verdict>;

/** A word ends the rulings about earlier words of its own matter only. */
const matters = {
  hired: "employment",
  adopted: "employment",
  terminated: "employment",
  termination_cancelled: "employment",
  suspended: "suspension",
  resumed: "suspension",
  changed: "fields",
} as const satisfies Record<Word["kind"], string>;

/**
 * Words that were judged when they arrived, words that an operator ruled out, and the repetitions of these.
 *
 * @param readWithout - what holds without some words
 */
export function discount(
  words: Word[],
  rulings: Holds["rulings"],
  readWithout: (discounted: Discounted) => Holds,
): Discounted {
  const discounted: Discounted = new Map();
  const ruledOut: [Word, Ruling][] = [];
  for (const word of words) {
    const ruling = rulings.get(word.id)?.find(isRulingOut);
    if (ruling !== undefined) ruledOut.push([word, ruling]);
    const because = word.judged ?? (ruling && reasonOf(ruling));
    if (because !== undefined) discounted.set(word.id, verdictOf(because));
  }
  const repetitions = ruledOut.flatMap(([word, ruling]) => {
    const others = new Map(discounted);
    others.delete(word.id);
    const ifItCounted = readWithout(others);
    const later = words
      .slice(words.indexOf(word) + 1)
      .filter(({ id }) => !discounted.has(id));
    return repetitionsOf(word, ruling, later, ifItCounted);
  });
  return new Map([...discounted, ...repetitions]);
}

/** The words that would repeat a word that was ruled out. One that was said after the ruling asks, once. */
function repetitionsOf(
  word: Word,
  ruling: Ruling,
  later: Word[],
  ifItCounted: Holds,
): [string, Verdict][] {
  const found: [string, Verdict][] = [];
  let of = word.id;
  for (const one of later) {
    if (matters[one.kind] !== matters[word.kind]) continue;
    const verdict = ifItCounted.verdicts.get(one.id);
    if (verdict?.is !== "repeats" || isRuled(ifItCounted, one, "released"))
      break;
    if (verdict.of !== word.id) continue;
    const asks = of === word.id && compare(one, ruling) > 0;
    found.push([
      one.id,
      asks
        ? { is: "needs-decision", because: "repeated-after-ruling" }
        : repeats(of),
    ]);
    if (asks) of = one.id;
  }
  return found;
}

function isRulingOut({ ruling }: Ruling): boolean {
  return ruling === "rejected" || ruling === "cancelled";
}

function reasonOf({ ruling }: Ruling): ReasonCode {
  return ruling === "rejected" ? "rejected" : "cancelled-by-caller";
}

function verdictOf(because: ReasonCode): Verdict {
  return needsAttention(because)
    ? { is: "needs-decision", because }
    : { is: "overtaken", because };
}
