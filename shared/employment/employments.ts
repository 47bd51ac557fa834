import { needsAttention } from "../reason-codes.ts";
import { adopt, hire } from "./hire.ts";
import {
  asks,
  counts,
  type Holds,
  overtaken,
  nameFields,
  ownDayOf,
  refused,
} from "./holds.ts";
import { compareStatements } from "./order.ts";
import { ruleOut, stop } from "./rule-out.ts";
import type {
  Ruling,
  Settings,
  Statement,
  Verdict,
  Word,
  WordOf,
} from "./statement.ts";
import type { Story } from "./story.ts";
import { bind, resume, suspend } from "./suspend.ts";
import { cancelEnds, terminate, wait } from "./terminate.ts";

/** What follows from all that has been said. It makes no difference in which order the statements are listed. */
export function employments(
  statements: readonly Statement[],
  settings: Settings,
): Holds {
  const ordered = statements.toSorted(compareStatements);
  const story = read(ordered, rulingsOf(ordered, settings), settings);
  bind(story);
  for (const { id } of story.early)
    story.verdicts.set(id, asks("unknown-employee"));
  if (story.early.length > 0) story.fields = [];
  return story;
}

/** A ruling is also about what its statement repeated at that time, even if this arrived later. */
function rulingsOf(ordered: Statement[], settings: Settings): Ruling[] {
  const rulings: Ruling[] = [];
  for (const [nth, one] of ordered.entries()) {
    if (one.kind !== "ruled" || one.judged) continue;
    const { verdicts } = read(ordered.slice(0, nth), rulings, settings);
    const verdict = verdicts.get(one.about);
    rulings.push(one);
    // A limit holds the fields of the repetition itself.
    if (verdict?.is === "repeats" && !("limit" in one))
      rulings.push({ ...one, about: verdict.of });
  }
  return rulings;
}

function read(
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
    early: [],
    ruledOut: [],
  };
  for (const word of statements)
    if (word.kind !== "ruled") readWord(story, word);
  return story;
}

/** Words that were judged, words that an operator ruled out, and repetitions of these do not count. */
function readWord(story: Story, word: Word): void {
  const { judged } = word;
  const verdict =
    ruleOut(story, word, count) ??
    (judged && (needsAttention(judged) ? asks(judged) : overtaken(judged))) ??
    stop(story, word, count) ??
    count(story, word);
  story.verdicts.set(word.id, verdict);
  const newest = story.employments.at(-1);
  if (newest && word.kind === "terminated" && verdict.is === "needs-decision")
    newest.undecided ??= word;
}

/** The rule of each kind of word. */
function count(story: Story, word: Word): Verdict {
  const { employments: known, early } = story;
  if (word.kind === "hired" || word.kind === "adopted")
    return begin(story, word);
  const isEarly = known.length === 0;
  if (isEarly) early.push(word);
  switch (word.kind) {
    case "changed":
      return noteFields(story, word, counts(word, word.effective));
    case "resumed":
      return resume(story, word);
    case "suspended":
      return suspend(story, word);
    case "terminated":
      return isEarly ? wait(story, word) : terminate(story, word);
    case "termination_cancelled":
      return cancelEnds(story, word);
  }
}

/** The first employment takes up what was said before it. A hire overtakes the ends that do not lie after its start. */
function begin(story: Story, word: WordOf<"hired" | "adopted">): Verdict {
  const verdict =
    word.kind === "adopted"
      ? adopt(story, word)
      : noteFields(story, word, hire(story, word));
  const [first] = story.employments;
  if (!first) return verdict;
  for (const one of story.early.splice(0)) {
    if (one.kind !== "terminated" && one.kind !== "termination_cancelled")
      continue;
    const isOver =
      word.kind === "hired" &&
      one.kind === "terminated" &&
      !(one.lastDay && one.lastDay.day > first.start.day);
    const taken = isOver ? overtaken("hired-since", word) : count(story, one);
    story.verdicts.set(one.id, taken);
  }
  return verdict;
}

/** The fields of a hire count from its own day, and are written at the start that it opens or moves. */
function noteFields(
  { employments: known, fields, settings, rulings }: Story,
  word: WordOf<"hired" | "changed">,
  verdict: Verdict,
): Verdict {
  const { id: by, atMs, kind } = word;
  if (verdict.is === "overtaken" || verdict === refused) return verdict;
  const isReported =
    verdict.is === "repeats" && settings.repeatedHire === "report";
  const isForCreation = isReported || (kind === "hired" && !word.mayUpdate);
  const start = known.find(({ startBy }) => startBy === word)?.start;
  const own = { ...ownDayOf(word), ...(start && { dueMs: start.dueMs }) };
  const named = (kind === "changed" && word.effective) || own;
  const keepsNames = rulings
    .get(by)
    ?.some((one) => one.ruling === "rejected" && one.limit === "rename");
  for (const field of word.fields)
    if (!keepsNames || !nameFields.includes(field))
      fields.push({ field, by, atMs, isForCreation, ...named });
  return verdict;
}
