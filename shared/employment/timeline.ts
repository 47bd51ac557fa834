import type { ReasonCode } from "../reason-codes.ts";
import {
  type Day,
  type Named,
  type KnownRuling,
  knownLimits,
  knownRulings,
  type Ruling,
  type Verdict,
  type Word,
  type WordOf,
} from "./statement.ts";

/** The last day with access; of a person who has left, the day on which that was said. */
export type End = Named & {
  word: WordOf<"terminated">;
  /** The termination whose terms count. */
  termsBy: WordOf<"terminated">;
  /** The own day of the termination that set this day. */
  saidOn: Day;
  /** The last day that was named. Once the person has left, another one does not move the end. */
  named?: Day;
  hasLeft: boolean;
};

export type Employment = {
  /** The hire or the adoption that opened it. */
  id: string;
  start: Named;
  /** The word that said the start first. */
  startBy: WordOf<"hired" | "adopted">;
  /** The caller that said the start last. A repetition by an identity provider does not count. */
  startCaller: string;
  /** If its day is before the start, it has withdrawn the employment, or has ended it at once. */
  end?: End;
  /** The termination of this employment that needs a decision. */
  undecided?: WordOf<"terminated">;
  /** The hire without a start date that asks whether this end still counts. */
  unclear?: string;
};

/** Whether an operator must first say if this word, or the word that it repeats, is a rehire. */
export function isUnclear(
  { employments }: { employments: readonly Employment[] },
  id: string,
  verdict: Verdict,
): boolean {
  const first = verdict.is === "repeats" ? verdict.of : id;
  return employments.at(-1)?.unclear === first;
}

export type Suspension = {
  word: WordOf<"suspended">;
  /** The first and the last day without access. */
  from: Named;
  until?: Named;
  /** How many employments were known when it was said. */
  known: number;
};

/** From a day on, a field has the value of this statement, `by`. */
export type FieldTime = Named & {
  field: string;
  by: string;
  atMs: number;
  /** The statement names the day. */
  isDated?: boolean | undefined;
  /** The field counts only until the person exists. */
  isForCreation: boolean;
};

/** What all statements come to: employments in the order in which they were opened, or came back. */
export type Timeline = {
  employments: Employment[];
  suspensions: Suspension[];
  fields: FieldTime[];
  verdicts: Map<string, Verdict>;
  /** By the statement that they are about. */
  rulings: ReadonlyMap<string, Ruling[]>;
  createDaysBefore: number;
};

/** The timeline so far, while the words are read in their order. Each rule changes it and returns a verdict. */
export type Draft = Omit<Timeline, "createDaysBefore"> & {
  /** What was said before the first employment. It is read when that is opened. */
  waiting: Word[];
  judged: Word[];
  /** What an identity provider has taken back of its own words, by id, and with which word. It counts as never said. */
  takenBack: ReadonlyMap<string, Word>;
  /** Words that an operator ruled out, until another word on their matter counts. `asked`: the first repetition. */
  ruledOut: { word: Word; asked?: Word }[];
  /** The statement that hires without a start date repeat, as an operator said. */
  repeated?: string;
};

/** Whether an employment was ended before it began: it has no day, and no other employment depends on it. */
export function isWithdrawn({
  start,
  end,
}: Pick<Employment, "start"> & {
  end?: Pick<End, "day" | "saidOn">;
}): boolean {
  return !!end && Math.max(end.day, end.saidOn) < start.day;
}

/** How an employment stands on a day. It is over if the next one has begun. If it ended at once, it is always over. */
export function standingOf(
  one: Employment,
  all: readonly Employment[],
  day: Day,
): "to-come" | "goes-on" | "over" {
  const { start, end } = one;
  if (end && (end.hasLeft || end.day < start.day)) return "over";
  if (day < start.day) return "to-come";
  const isOver = day > lastOf(one, all).day;
  const hasNext = day >= (nextOf(one, all) ?? { start: never }).start.day;
  return isOver || hasNext ? "over" : "goes-on";
}

/** Whether an employment is to come, goes on or is over on the own day of a word. */
export function standingAt({ employments }: Draft, { ownDay }: Word) {
  return (standing: ReturnType<typeof standingOf>) => (one: Employment) =>
    standingOf(one, employments, ownDay) === standing;
}

/** The last day with access. An employment without an end ends the day before the next one begins, if there is one. */
export function lastOf(one: Employment, all: readonly Employment[]): Named {
  const { day, dueMs } = nextOf(one, all)?.start ?? never;
  return one.end ?? { day: day - 1, dueMs };
}

const never: Named = { day: Infinity, dueMs: Infinity };

/** Whether the instant of a day has come. */
export function hasCome({ dueMs }: Pick<Named, "dueMs">, nowMs: number) {
  return dueMs <= nowMs;
}

/** Whether the end of an employment is to come, or there is none. */
export function isToGoOn(
  one: Employment,
  all: readonly Employment[],
  nowMs: number,
): boolean {
  return !isWithdrawn(one) && !hasCome(lastOf(one, all), nowMs);
}

/** The next employment that was not withdrawn. */
export function nextOf(one: Employment, all: readonly Employment[]) {
  return all.slice(all.indexOf(one) + 1).find((next) => !isWithdrawn(next));
}

/**
 * Whether an operator has decided this about a statement.
 *
 * @param limit - the limit that the decision is about
 * @param nowMs - a decision with an `untilMs` that has come counts no more
 */
export function isRuled(
  { rulings }: Pick<Timeline, "rulings">,
  id: string,
  ruling: KnownRuling["ruling"],
  limit?: KnownRuling["limit"],
  nowMs = -Infinity,
): boolean {
  const all = rulings.get(id) ?? [];
  return all.some(
    (one) =>
      one.ruling === ruling &&
      one.limit === limit &&
      nowMs < (one.untilMs ?? Infinity),
  );
}

/** Whether a newer version has stored a decision about a statement that this version does not know. */
export function isUnknown({ ruling, limit }: Ruling): boolean {
  const known: readonly string[] = knownRulings;
  const limits: readonly (string | undefined)[] = [undefined, ...knownLimits];
  return !known.includes(ruling) || !limits.includes(limit);
}

/** A change of these fields is a rename. */
export const nameFields: readonly string[] = ["/username", "/email"];

export const inForce: Verdict = { is: "in-force" };

/** The caller lacks the right: the word changes nothing. */
export const refused: Verdict = asks("scope-missing");

/** The word counts: from the day that it names, if that is after its own. */
export function counts({ ownDay }: Word, named?: Named): Verdict {
  if (named === undefined || named.day <= ownDay) return inForce;
  return { is: "scheduled", for: named };
}

/** The word has no effect, or none any more. */
export function overtaken(because: ReasonCode, by?: Word): Verdict {
  return { is: "overtaken", because, ...(by && { by: by.id }) };
}

/** An operator must decide whether the word counts. */
export function asks(because: ReasonCode): Verdict {
  return { is: "needs-decision", because };
}

/** The word says only what an earlier one has said. */
export function repeats({ id: of }: Pick<Word, "id">): Verdict {
  return { is: "repeats", of };
}

/** What an identity provider takes back with this word. */
export function takenBackBy({ takenBack }: Draft, word: Word): string[] {
  return [...takenBack].flatMap(([id, by]) => (by === word ? id : []));
}

export function ownDayOf({ ownDay: day, atMs: dueMs }: Word): Named {
  return { day, dueMs };
}

/** Employments without a free day between them. `by`: the statement that said the first start. */
export type Chain = {
  from: Named;
  by: string;
  all: Employment[];
  last: Named;
};

/** The employments that have at least one day, joined. */
export function chainsOf(employments: readonly Employment[]): Chain[] {
  const chains: Chain[] = [];
  for (const one of employments) {
    const { start, startBy } = one;
    const last = lastOf(one, employments);
    if (last.day < start.day) continue;
    const chain = chains.at(-1);
    if (chain && start.day <= chain.last.day + 1) {
      chain.all.push(one);
      chain.last = last;
    } else chains.push({ from: start, by: startBy.id, all: [one], last });
  }
  return chains;
}
