import type {
  Statement,
  Word,
} from "../../../../shared/employment/statement.ts";

/** What operators said about a word, as `id ruling`. */
export type Ruled = ReadonlySet<string>;

const kinds: Word["kind"][] = [
  ...(["hired", "adopted", "changed", "resumed", "suspended"] as const),
  ...(["terminated", "termination_cancelled"] as const),
];

/** The words that were not judged when they arrived, by event time. */
export function inOrder(said: readonly Statement[]): Word[] {
  const words = said.filter((one) => one.kind !== "ruled");
  return words.filter(({ judged }) => !judged).sort(compare);
}

export function rulingsOf(said: readonly Statement[]): Ruled {
  const rulings = said
    .filter((one) => one.kind === "ruled")
    .filter(({ judged }) => !judged);
  return new Set(rulings.map(({ about, ruling }) => `${about} ${ruling}`));
}

/**
 * A word that an operator ruled out does not count, nor do its repetitions, until a word on the same matter comes that
 * repeats nothing and is not refused.
 */
export function withoutRuledOut(
  words: Word[],
  ruled: Ruled,
  verdictOf: (word: Word, before: Word[]) => string,
): Word[] {
  const isOut = ({ id }: Word) =>
    ruled.has(`${id} rejected`) || ruled.has(`${id} cancelled`);
  const out = words.find(isOut);
  if (!out) return words;
  const nth = words.indexOf(out);
  const isSame = (word: Word) => matterOf(word) === matterOf(out);
  const rulings = [...ruled].filter((one) => !one.startsWith(`${out.id} `));
  const verdictAt = (i: number) => {
    const before = words.slice(0, i);
    const heard = withoutRuledOut(before, new Set(rulings), verdictOf);
    return verdictOf(words[i]!, heard);
  };
  const changesNothing = (i: number) =>
    ["repeats", "refused"].includes(verdictAt(i));
  const end = words.findIndex(
    (word, i) =>
      i > nth &&
      isSame(word) &&
      !isOut(word) &&
      (ruled.has(`${word.id} released`) || !changesNothing(i)),
  );
  // A repetition of another kind repeats another word.
  const stays = (word: Word, i: number) =>
    i < nth ||
    word.kind !== out.kind ||
    isOut(word) ||
    (end >= 0 && i >= end) ||
    verdictAt(i) === "refused";
  const others = words.filter((word, i) => word !== out && stays(word, i));
  return withoutRuledOut(others, ruled, verdictOf);
}

function matterOf({ kind }: Word): string {
  if (kind === "suspended" || kind === "resumed") return "suspension";
  return kind === "changed" ? "change" : "employment";
}

/** Of two of one kind, the one that gives less access comes last. */
function compare(one: Word, other: Word): number {
  const [a, b] = [keysOf(one), keysOf(other)];
  const at = a.findIndex((key, i) => key !== b[i]);
  if (at < 0) return one.id < other.id ? -1 : 1;
  return a[at]! < b[at]! ? -1 : 1;
}

function keysOf(word: Word): number[] {
  const keys = [word.atMs, kinds.indexOf(word.kind)];
  switch (word.kind) {
    case "hired":
      return [...keys, word.start?.day ?? word.ownDay];
    case "suspended":
      keys.push(word.until?.day ?? Infinity);
      return [...keys, -(word.from?.day ?? word.ownDay)];
    case "terminated":
      keys.push(-(word.lastDay?.day ?? -Infinity));
      keys.push(word.terms.disposition === "delete" ? 1 : 0);
      return [...keys, -word.terms.graceDays];
    default:
      return keys;
  }
}
