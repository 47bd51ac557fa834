import { hire, open } from "./hire.ts";
import {
  counts,
  type Holds,
  overtaken,
  ownDayOf,
  refused,
  type Story,
} from "./holds.ts";
import { compareStatements } from "./order.ts";
import { discount, type Discounted } from "./rulings.ts";
import type {
  Settings,
  Statement,
  Verdict,
  Word,
  WordOf,
} from "./statement.ts";
import { bind, resume, suspend } from "./suspend.ts";
import { cancel, terminate } from "./terminate.ts";

/** What follows from all that has been said. It makes no difference in which order the statements are listed. */
export function employments(
  statements: readonly Statement[],
  settings: Settings,
): Holds {
  const ordered = [...statements].sort(compareStatements);
  const words = ordered.filter((one) => one.kind !== "ruled");
  const rulings = ordered
    .filter((one) => one.kind === "ruled")
    .filter(({ judged }) => judged === undefined);
  const byStatement = Map.groupBy(rulings, ({ about }) => about);
  const readWithout = (discounted: Discounted): Story =>
    read(words, discounted, {
      settings,
      rulings: byStatement,
      employments: [],
      suspensions: [],
      fields: [],
      verdicts: new Map(),
    });
  return readWithout(discount(words, byStatement, readWithout));
}

/** Reads the words in their order, without those that do not count. */
function read(words: Word[], discounted: Discounted, story: Story): Story {
  const doNotCount = new Map(discounted);
  for (const word of arrange(words, doNotCount)) {
    const verdict = doNotCount.get(word.id) ?? count(story, word);
    story.verdicts.set(word.id, verdict);
    const newest = story.employments.at(-1);
    if (newest && word.kind === "terminated" && verdict.is === "needs-decision")
      newest.undecided ??= word;
  }
  bind(story);
  return story;
}

/** An adoption that opens the first employment comes before all words, a hire before the ends that were said before. */
function arrange(words: Word[], doNotCount: Discounted): Word[] {
  const counted = words.filter(({ id }) => !doNotCount.has(id));
  const opener = counted
    .filter((word) => word.kind === "hired" || word.kind === "adopted")
    .find((word) => word.mayOffboard || !word.metPerson);
  const before = counted.slice(0, opener && counted.indexOf(opener));
  if (opener === undefined) {
    for (const { id } of before)
      doNotCount.set(id, { is: "needs-decision", because: "unknown-employee" });
    return words;
  }
  if (opener.kind === "adopted") {
    const ownDays = before
      .filter(({ kind }) => kind !== "changed")
      .map(({ ownDay }) => ownDay);
    const first = { ...opener, ownDay: Math.min(opener.ownDay, ...ownDays) };
    return [first, ...words.filter((word) => word !== opener)];
  }
  const start = opener.start?.day ?? opener.ownDay;
  const ends = before.filter(
    ({ kind }) => kind === "terminated" || kind === "termination_cancelled",
  );
  for (const word of ends)
    if (word.kind === "terminated" && !(Number(word.lastDay?.day) > start))
      doNotCount.set(word.id, overtaken("hired-since", opener));
  const others = words.filter((word) => !ends.includes(word));
  return others.toSpliced(others.indexOf(opener) + 1, 0, ...ends);
}

/** The rule of each kind of word. */
function count(story: Story, word: Word): Verdict {
  switch (word.kind) {
    case "hired":
      return noteFields(story, word, hire(story, word));
    case "changed":
      return noteFields(story, word, counts(word, word.effective));
    case "adopted":
      if (story.employments.length > 0) return { is: "in-force" };
      return open(story, word);
    case "resumed":
      return resume(story, word);
    case "suspended":
      return suspend(story, word);
    case "terminated":
      return terminate(story, word);
    case "termination_cancelled":
      return cancel(story, word);
  }
}

/** The fields of a hire count from its own day, and are written at the start that it opens or moves. */
function noteFields(
  story: Story,
  word: WordOf<"hired" | "changed">,
  verdict: Verdict,
): Verdict {
  const { employments, fields, settings } = story;
  const { id: by, atMs, kind } = word;
  const isForCreation =
    verdict.is === "repeats" && settings.repeatedHire === "report";
  const start = employments.find(({ startBy }) => startBy === word)?.start;
  const own = { ...ownDayOf(word), ...(start && { dueMs: start.dueMs }) };
  const named = (kind === "changed" && word.effective) || own;
  if (verdict.is !== "overtaken" && verdict !== refused)
    for (const field of word.fields)
      fields.push({ field, by, atMs, isForCreation, ...named });
  return verdict;
}
