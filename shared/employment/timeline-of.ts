import { needsAttention, type ReasonCode } from "../reason-codes.ts";
import { adopt, hire } from "./hire.ts";
import {
  asks,
  counts,
  type Employment,
  type FieldTime,
  type Timeline,
  isRuled,
  isUnclear,
  isUnknown,
  nameFields,
  overtaken,
  ownDayOf,
  refused,
  repeats,
  type Draft,
} from "./timeline.ts";
import {
  compareStatements,
  isForLater,
  isSaidAgain,
  latestOf,
} from "./order.ts";
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

/** The timeline of all statements. The order of the list makes no difference. */
export function timelineOf(
  statements: readonly Statement[],
  { createDaysBefore = 0 }: Settings = {},
): Timeline {
  const ordered = statements.toSorted(compareStatements);
  const draft = readWords(ordered, rulingsOf(ordered));
  bind(draft);
  return { ...draft, rulings: withRulingsOfTerms(draft), createDaysBefore };
}

/** What an operator has decided about a deletion also holds for a later end that has the same terms. */
function withRulingsOfTerms({ employments, rulings }: Draft): Draft["rulings"] {
  const all = new Map(rulings);
  for (const { end } of employments) {
    if (!end || end.word === end.termsBy) continue;
    const own = rulings.get(end.word.id) ?? [];
    const ofTerms = rulings.get(end.termsBy.id)?.filter(isAboutDeletion) ?? [];
    if (ofTerms.length > 0) all.set(end.word.id, [...own, ...ofTerms]);
  }
  return all;
}

function isAboutDeletion(one: Ruling): boolean {
  const { ruling, limit } = one;
  return (
    ruling === "delete-now" ||
    limit === "delete" ||
    limit === "contents" ||
    isUnknown(one)
  );
}

/** The fields of a word for which another statement counts on the day that the word names. */
export function outdatedFields(
  said: readonly Statement[],
  word: Word,
): string[] {
  const { fields } = timelineOf([...said, word]);
  const isLatest = (one: FieldTime) =>
    latestOf(fields.filter((other) => !isForLater(other, one))).includes(one);
  return fields
    .filter((one) => one.by === word.id && !isLatest(one))
    .map(({ field }) => field);
}

/**
 * A ruling about one word covers every word that said the same until then, also one that arrived later. To cancel a
 * hire also cancels the hires whose start it moved. To cancel a termination also cancels the end that has its terms.
 */
function rulingsOf(ordered: Statement[]): Ruling[] {
  const rulings: Ruling[] = [];
  const hires = ordered.filter(({ kind }) => kind === "hired");
  const isHire = (id: string) => hires.some((one) => one.id === id);
  for (const [nth, one] of ordered.entries()) {
    if (one.kind !== "ruled" || one.judged) continue;
    const before = readWords(ordered.slice(0, nth), rulings);
    const { verdicts, employments } = before;
    const firstOf = (id: string) => {
      const verdict = verdicts.get(id);
      return verdict?.is === "repeats" ? verdict.of : id;
    };
    // A limit is about the fields of the repetition itself.
    const isAbout = (id: string): boolean => {
      if (one.limit) return id === one.about;
      if (firstOf(id) === firstOf(one.about)) return true;
      if (one.ruling !== "cancelled") return false;
      const verdict = verdicts.get(firstOf(id));
      const by = verdict?.is === "overtaken" ? verdict.by : undefined;
      if (by !== undefined && isHire(id) && isHire(by)) return isAbout(by);
      return employments.some(
        ({ end }) =>
          end?.word.id === firstOf(id) && end.termsBy.id === firstOf(one.about),
      );
    };
    for (const id of verdicts.keys())
      if (isAbout(id)) rulings.push({ ...one, about: id });
  }
  return rulings;
}

function readWords(statements: Statement[], rulings: Ruling[]): Draft {
  const ruled = Map.groupBy(rulings, ({ about }) => about);
  const takenBack = takenBackIn(statements, { rulings: ruled });
  return readInTurn(statements, { rulings: ruled, takenBack });
}

/** Reads the words one after the other. */
function readInTurn(
  statements: readonly Statement[],
  ruled: Pick<Draft, "rulings" | "takenBack">,
): Draft {
  const draft: Draft = {
    ...ruled,
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
    if (opens || draft.employments.length > 0) readWord(draft, word);
    else draft.waiting.push(word);
    if (draft.employments.length > 0 && draft.waiting.length > 0) {
      for (const one of draft.waiting.splice(0)) readWord(draft, one);
      // The word that opens the employment came after the waiting ones, and ends the rulings on them.
      endRulings(draft, word);
    }
  }
  for (const word of draft.waiting) readWord(draft, word);
  return draft;
}

const kindTakingBack = {
  terminated: "termination_cancelled",
  suspended: "resumed",
};

/** An identity provider takes back only its own words. Its terminations before a hire of its own that counted stay. */
function takenBackIn(
  statements: readonly Statement[],
  ruled: Pick<Draft, "rulings">,
): Map<string, Word> {
  const takenBack = new Map<string, Word>();
  let untaken: WordOf<"terminated" | "suspended">[] = [];
  const isCounting = (word: Word, nth: number) =>
    readInTurn(statements.slice(0, nth + 1), {
      ...ruled,
      takenBack,
    }).employments.some(({ startBy }) => startBy === word);
  for (const [nth, word] of statements.entries()) {
    if (word.kind === "ruled" || word.judged || whyRuledOut(ruled, word))
      continue;
    const { kind, caller, byProvider } = word;
    if (kind === "terminated" || kind === "suspended") untaken.push(word);
    else if (byProvider && untaken.some((one) => one.caller === caller)) {
      const isCountingHire = kind === "hired" && isCounting(word, nth);
      untaken = untaken.filter((one) => {
        if (one.caller !== caller) return true;
        if (isCountingHire) return one.kind !== "terminated";
        if (kindTakingBack[one.kind] !== kind) return true;
        takenBack.set(one.id, word);
        return false;
      });
    }
  }
  return takenBack;
}

function readWord(draft: Draft, word: Word): void {
  const verdict = verdictOf(draft, word);
  draft.verdicts.set(word.id, verdict);
  // While a termination asks, a person without access gets none: `toAccess`.
  const newest = draft.employments.at(-1);
  const isAsked = verdict.is === "needs-decision" && !word.judged;
  if (newest && word.kind === "terminated" && isAsked)
    newest.undecided ??= word;
}

/**
 * Words that an operator ruled out, words that were judged, and repetitions of what was ruled out do not count. A
 * judged word does not ask an operator again.
 */
function verdictOf(draft: Draft, word: Word): Verdict {
  const { judged } = word;
  const because = whyRuledOut(draft, word);
  if (because && !judged) draft.ruledOut.push({ word });
  if (because === "cancelled-by-caller" && !judged) takeBack(draft, word);
  if (because) return overtaken(because);
  if (judged) return judgedBefore(draft, word, judged);
  const taker = draft.takenBack.get(word.id);
  if (taker)
    return overtaken(
      word.kind === "terminated" ? "termination-cancelled" : "changed-since",
      taker,
    );
  const again = askOnce(draft, word);
  if (again) return again;
  const verdict = applyRule(draft, word);
  if (verdict.is !== "repeats" && verdict !== refused) endRulings(draft, word);
  return verdict;
}

/** Nothing takes the place of a cancelled end or suspension: earlier ones that it had replaced do not count again. */
function takeBack(draft: Draft, word: Word): void {
  const isReplacing = word.kind === "terminated" || word.kind === "suspended";
  if (!isReplacing || draft.employments.length === 0) return;
  // It replaces the earlier ones first, and then is removed itself.
  applyRule(draft, word);
  for (const one of draft.employments) {
    if (one.end?.word === word) delete one.end;
    if (one.undecided === word) delete one.undecided;
  }
  draft.suspensions = draft.suspensions.filter((one) => one.word !== word);
}

/** A word that was judged changes nothing. Another judged word that says the same repeats it. */
function judgedBefore(draft: Draft, word: Word, judged: ReasonCode): Verdict {
  const first = draft.judged.find((one) => isSaidAgain(one, word));
  if (first) return repeats(first);
  draft.judged.push(word);
  return needsAttention(judged) ? asks(judged) : overtaken(judged);
}

/** A word that is no repetition ends the rulings on its matter. */
function endRulings(draft: Draft, word: Word): void {
  draft.ruledOut = draft.ruledOut.filter(
    (out) => matterOf(out.word) !== matterOf(word),
  );
}

function whyRuledOut(
  ruled: Pick<Draft, "rulings">,
  { id }: Word,
): ReasonCode | undefined {
  if (isRuled(ruled, id, "rejected")) return "rejected";
  return isRuled(ruled, id, "cancelled") ? "cancelled-by-caller" : undefined;
}

/** The first repetition of a word that was ruled out asks, and the next ones repeat it. */
function askOnce(draft: Draft, word: Word): Verdict | undefined {
  const out = draft.ruledOut.find((one) => isSaidAgain(one.word, word));
  if (!out || isRuled(draft, word.id, "released")) return undefined;
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
function applyRule(draft: Draft, word: Word): Verdict {
  const [first] = draft.employments;
  if (word.kind === "adopted") return adopt(draft, word);
  if (word.kind === "hired") return noteFields(draft, word, hire(draft, word));
  if (!first) return asks("unknown-employee");
  switch (word.kind) {
    case "changed":
      return noteFields(draft, word, counts(word, word.effective));
    case "resumed":
      return resume(draft, word);
    case "suspended":
      return suspend(draft, word);
    case "terminated":
      return isOld(word, first)
        ? overtaken("hired-since", first.startBy)
        : terminate(draft, word);
    case "termination_cancelled":
      return cancelEnds(draft, word);
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
  draft: Draft,
  word: WordOf<"hired" | "changed">,
  verdict: Verdict,
): Verdict {
  const { employments: known, fields } = draft;
  const { id: by, atMs, kind } = word;
  if (verdict.is === "overtaken" || verdict === refused) return verdict;
  if (isUnclear(draft, by, verdict)) return verdict;
  const isForCreation =
    kind === "hired" &&
    !(verdict.is === "repeats" ? word.updatesAsRepetition : word.mayUpdate);
  const start = known.find(({ startBy }) => startBy === word)?.start;
  const own = { ...ownDayOf(word), ...(start && { dueMs: start.dueMs }) };
  const effective = kind === "changed" && word.effective;
  const day = effective ? { ...effective, isDated: true } : own;
  const keepsNames = isRuled(draft, by, "rejected", "rename");
  for (const field of word.fields)
    if (!keepsNames || !nameFields.includes(field))
      fields.push({ field, by, atMs, isForCreation, ...day });
  return verdict;
}
