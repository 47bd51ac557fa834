import { needsAttention, type ReasonCode } from "../reason-codes.ts";
import { adopt, hire } from "./hire.ts";
import {
  asks,
  counts,
  type Employment,
  type FieldTime,
  type Holds,
  isRuled,
  isUnclear,
  nameFields,
  overtaken,
  ownDayOf,
  refused,
  repeats,
  type Story,
} from "./holds.ts";
import { compareStatements, isSaidAgain, latestOf } from "./order.ts";
import type {
  Ruling,
  Settings,
  Statement,
  Verdict,
  Word,
  WordOf,
} from "./statement.ts";
import { bind, resume, suspend } from "./suspend.ts";
import { cancelEnds, terminate } from "./terminate.ts";

/** What follows from all that has been said. It makes no difference in which order the statements are listed. */
export function employments(
  statements: readonly Statement[],
  settings: Settings,
): Holds {
  const ordered = statements.toSorted(compareStatements);
  const story = tell(ordered, rulingsOf(ordered, settings), settings);
  bind(story);
  return story;
}

/** The fields of a word of which a later statement counts on the day that the word names. */
export function outdatedFields(
  said: readonly Statement[],
  word: Word,
  settings: Settings,
): string[] {
  const { fields } = employments([...said, word], settings);
  const isLatest = (one: FieldTime) =>
    latestOf(fields.filter(({ day }) => day <= one.day)).includes(one);
  return fields
    .filter((one) => one.by === word.id && !isLatest(one))
    .map(({ field }) => field);
}

/** A ruling about one word covers every word that said the same until then, also one that arrived later. */
function rulingsOf(ordered: Statement[], settings: Settings): Ruling[] {
  const rulings: Ruling[] = [];
  for (const [nth, one] of ordered.entries()) {
    if (one.kind !== "ruled" || one.judged) continue;
    const { verdicts } = tell(ordered.slice(0, nth), rulings, settings);
    const first = (id: string) => {
      const verdict = verdicts.get(id);
      return verdict?.is === "repeats" ? verdict.of : id;
    };
    // A limit holds the fields of the repetition itself.
    const isAbout = (id: string) =>
      one.limit ? id === one.about : first(id) === first(one.about);
    for (const id of verdicts.keys())
      if (isAbout(id)) rulings.push({ ...one, about: id });
  }
  return rulings;
}

/** Reads the words one after the other. */
function tell(
  statements: Statement[],
  rulings: Ruling[],
  settings: Settings,
): Story {
  const story: Story = {
    settings,
    rulings: Map.groupBy(rulings, ({ about }) => about),
    employments: [],
    suspensions: [],
    fields: [],
    verdicts: new Map(),
    waiting: [],
    judged: [],
    ruledOut: [],
  };
  for (const word of statements) {
    if (word.kind === "ruled") continue;
    const opens = word.kind === "hired" || word.kind === "adopted";
    if (opens || story.employments.length > 0) readWord(story, word);
    else story.waiting.push(word);
    if (story.employments.length > 0 && story.waiting.length > 0) {
      for (const one of story.waiting.splice(0)) readWord(story, one);
      // The word that opens the employment came after them, and ends what was ruled out of them.
      endRulings(story, word);
    }
  }
  for (const word of story.waiting) readWord(story, word);
  return story;
}

function readWord(story: Story, word: Word): void {
  const verdict = verdictOf(story, word);
  story.verdicts.set(word.id, verdict);
  const newest = story.employments.at(-1);
  const isAsked = verdict.is === "needs-decision" && !word.judged;
  if (newest && word.kind === "terminated" && isAsked)
    newest.undecided ??= word;
}

/**
 * Words that an operator ruled out, words that were judged, and repetitions of what was ruled out do not count. A
 * judged word does not ask an operator again.
 */
function verdictOf(story: Story, word: Word): Verdict {
  const { judged } = word;
  const because = whyRuledOut(story, word);
  if (because && !judged) story.ruledOut.push({ word });
  if (because) return overtaken(because);
  if (judged) return judgedBefore(story, word, judged);
  const again = askOnce(story, word);
  if (again) return again;
  const verdict = applyRule(story, word);
  if (verdict.is !== "repeats" && verdict !== refused) endRulings(story, word);
  return verdict;
}

/** A word that was judged changes nothing. What says the same, and was judged too, repeats it. */
function judgedBefore(story: Story, word: Word, judged: ReasonCode): Verdict {
  const first = story.judged.find((one) => isSaidAgain(one, word));
  if (first) return repeats(first);
  story.judged.push(word);
  return needsAttention(judged) ? asks(judged) : overtaken(judged);
}

/** A word that is no repetition ends the rulings on its matter. */
function endRulings(story: Story, word: Word): void {
  story.ruledOut = story.ruledOut.filter(
    (out) => matterOf(out.word) !== matterOf(word),
  );
}

function whyRuledOut(story: Story, { id }: Word): ReasonCode | undefined {
  if (isRuled(story, id, "rejected")) return "rejected";
  return isRuled(story, id, "cancelled") ? "cancelled-by-caller" : undefined;
}

/** The first repetition of a word that was ruled out asks, and the next ones repeat it. */
function askOnce(story: Story, word: Word): Verdict | undefined {
  const out = story.ruledOut.find((one) => isSaidAgain(one.word, word));
  if (!out || isRuled(story, word.id, "released")) return undefined;
  if (out.asked) return repeats(out.asked);
  out.asked = word;
  return asks("repeated-after-ruling");
}

function matterOf({ kind }: Word): string {
  if (kind === "changed") return "fields";
  const isSuspension = kind === "suspended" || kind === "resumed";
  return isSuspension ? "suspension" : "employment";
}

/** The rule of each kind of word. */
function applyRule(story: Story, word: Word): Verdict {
  const [first] = story.employments;
  if (word.kind === "adopted") return adopt(story, word);
  if (word.kind === "hired") return noteFields(story, word, hire(story, word));
  if (!first) return asks("unknown-employee");
  switch (word.kind) {
    case "changed":
      return noteFields(story, word, counts(word, word.effective));
    case "resumed":
      return resume(story, word);
    case "suspended":
      return suspend(story, word);
    case "terminated":
      return isOld(word, first)
        ? overtaken("hired-since", first.startBy)
        : terminate(story, word);
    case "termination_cancelled":
      return cancelEnds(story, word);
  }
}

/** A hire overtakes the ends that were said before it, and do not lie after its start. */
function isOld(word: WordOf<"terminated">, { start, startBy }: Employment) {
  const { lastDay } = word;
  const isAfterStart = lastDay && lastDay.day > start.day;
  const isSaidBefore = compareStatements(word, startBy) < 0;
  return startBy.kind === "hired" && isSaidBefore && !isAfterStart;
}

/** The fields of a hire count from its own day, and are written at the start that it opens or moves. */
function noteFields(
  story: Story,
  word: WordOf<"hired" | "changed">,
  verdict: Verdict,
): Verdict {
  const { employments: known, fields, settings } = story;
  const { id: by, atMs, kind } = word;
  if (verdict.is === "overtaken" || verdict === refused) return verdict;
  if (isUnclear(story, by, verdict)) return verdict;
  const isReported =
    verdict.is === "repeats" && settings.repeatedHire === "report";
  const isForCreation = isReported || (kind === "hired" && !word.mayUpdate);
  const start = known.find(({ startBy }) => startBy === word)?.start;
  const own = { ...ownDayOf(word), ...(start && { dueMs: start.dueMs }) };
  const named = (kind === "changed" && word.effective) || own;
  const keepsNames = isRuled(story, by, "rejected", "rename");
  for (const field of word.fields)
    if (!keepsNames || !nameFields.includes(field))
      fields.push({ field, by, atMs, isForCreation, ...named });
  return verdict;
}
