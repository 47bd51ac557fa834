import type { Timeline } from "../../../../shared/employment/timeline.ts";
import type {
  KnownRuling,
  Statement,
  Word,
} from "../../../../shared/employment/statement.ts";
import { offsetOf, readStatement } from "../read-statement.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * The days of all histories. The employments of a last day b and a start c join; c is more than three days before d; a
 * hire on e after an end on d is `rehire-unclear`; and f is after every grace period.
 */
export const days = { a: 1, b: 3, c: 4, d: 9, e: 14, f: 60 };

/** Each day of the checker begins at this hour of UTC. Pago Pago has the day before then, and Kiritimati the next. */
export const hourOfDay = 10;

/** The instant of the nth statement of a history: the statements of a day are a minute apart. */
export function instant(day: number, nth: number): number {
  return day * dayMs + hourOfDay * hourMs + nth * 60_000;
}

/** One thing that can be said, such as "hired from 4". Said on a day, it makes a statement. */
export type Symbol = {
  /** As a row of the table in `rules.ts` says it. */
  name: string;
  /** Makes a statement of it. Undefined: there is no statement about which the operator could rule so. */
  say: (id: string, atMs: number, known: Known) => Statement | undefined;
};

/** What an operator sees: the statements that have arrived, and their verdicts. */
export type Known = {
  said: readonly Statement[];
  timeline: () => Timeline;
  atMs: number;
};

/** The days of grace of a termination that names none. */
export const usualGraceDays = 30;

/** What HR says, as a row of the table says it. Each hire has a title, so that changes of a title meet it. */
export function symbolOf(name: string): Symbol {
  return {
    name,
    say(id, atMs) {
      const ownDay = Math.floor((atMs + offsetOf(name)) / dayMs);
      const said = readStatement(name, { id, atMs, ownDay });
      return said.kind === "hired" ? { ...said, fields: ["title"] } : said;
    },
  };
}

/** Reads a symbol in each line. */
const symbolsOf = (text: string): Symbol[] =>
  text
    .trim()
    .split("\n")
    .map((line) => symbolOf(line.trim()));

/** What an operator says about the newest statement of HR that fits. */
function ruling(
  name: KnownRuling["ruling"],
  fits: (statement: Word, known: Known) => boolean,
): Symbol {
  return {
    name,
    say(id, atMs, known) {
      const about = known.said
        .filter((one) => one.kind !== "ruled")
        .toSorted((a, b) => a.atMs - b.atMs)
        .findLast((one) => fits(one, known))?.id;
      const ownDay = Math.floor(atMs / dayMs);
      return about === undefined
        ? undefined
        : { id, atMs, ownDay, kind: "ruled", about, ruling: name };
    },
  };
}

/** Whether an operator may reject or release the statement: it needs a decision, or may be cancelled. */
function isOpen(statement: Word, known: Known): boolean {
  return (
    needsDecision(statement, known) !== undefined ||
    isCancellable(statement, known)
  );
}

/** Whether an operator may cancel the statement: its day is to come, or it keeps the person without access. */
function isCancellable({ id, kind }: Word, { timeline, atMs }: Known): boolean {
  const verdict = timeline().verdicts.get(id);
  if (verdict?.is === "in-force")
    return kind === "terminated" || kind === "suspended";
  return verdict?.is === "scheduled" && verdict.for.dueMs > atMs;
}

/** Whether an end by another termination has the terms of this one. Then an operator may cancel this one. */
function hasTermsOfOther({ id }: Word, { timeline }: Known): boolean {
  return timeline().employments.some(
    ({ end }) => end?.termsBy.id === id && end.word.id !== id,
  );
}

function needsDecision({ id }: Word, { timeline }: Known): string | undefined {
  const verdict = timeline().verdicts.get(id);
  return verdict?.is === "needs-decision" ? verdict.because : undefined;
}

/** What one caller with all scopes and an operator say. */
export const alphabetA: Symbol[] = [
  ...symbolsOf(`
    hired
    hired (accept)
    hired from 1
    hired from 4
    terminated, grace 30
    terminated, last day 3, grace 30
    terminated, last day 9, grace 30
    cancelled
    suspended
    suspended from 3 until 4
    resumed
    changed with title
    changed from 4 with title
    adopted
  `),
  ruling("rejected", isOpen),
  ruling(
    "released",
    (one, known) =>
      (one.kind === "terminated" && isOpen(one, known)) ||
      needsDecision(one, known) === "repeated-after-ruling",
  ),
  ruling("cancelled", isCancellable),
  ruling(
    "is-a-rehire",
    (one, known) => needsDecision(one, known) === "rehire-unclear",
  ),
];

/** Beside alphabet A, more callers, zones and terms. */
export const alphabetB: Symbol[] = [
  ...alphabetA,
  ...symbolsOf(`
    hired by recruiting without offboard
    hired from 1 by recruiting without offboard
    hired from 4 by recruiting without offboard
    hired from 4 by payroll without offboard
    hired in Kiritimati
    hired from 4 in Kiritimati
    terminated, grace 30 in Pago Pago
    terminated, last day 3, grace 30 in Pago Pago
    suspended in Pago Pago
    terminated, last day 3, grace 0
    terminated, grace 0
    terminated, last day 9, grace 30, keep the person
  `),
];

/** What does not matter before a start. Alphabet C is about the setting `createDaysBefore`. */
const notInC = ["hired from 1", "adopted", "changed from 4 with title"];

export const alphabetC: Symbol[] = [
  ...alphabetA.filter(({ name }) => !notInC.includes(name)),
  ...symbolsOf(`
    hired from 9
    hired from 4 by recruiting without offboard
    terminated, grace 30, keep the person
  `),
];

/** What HR and identity providers (Entra and Okta) say. */
export const alphabetD: Symbol[] = [
  ...symbolsOf(`
    hired
    hired from 4
    hired from 9
    terminated on usual terms, grace 30
    terminated, last day 3, grace 30
    terminated, last day 9 on usual terms, grace 30
    terminated, last day 9, grace 30, keep the person
    terminated, grace 0
    cancelled
    suspended
    suspended from 3 until 4
    resumed
    hired from 9 by entra
    terminated on usual terms, grace 30 by entra
    terminated, grace 30, keep the person by entra
    cancelled by entra
    suspended by entra
    resumed by entra
    terminated on usual terms, grace 30 by okta
    cancelled by okta
  `),
  ruling("rejected", isOpen),
  ruling("cancelled", isCancellable),
  ruling("cancelled", hasTermsOfOther),
];
