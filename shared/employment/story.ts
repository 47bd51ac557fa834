import type { ReasonCode } from "../reason-codes.ts";
import type { Employment, Holds } from "./holds.ts";
import type {
  Day,
  Named,
  Ruling,
  Settings,
  Verdict,
  Word,
} from "./statement.ts";

/** What holds so far, while the words are read in their order. Each rule changes it and returns a verdict. */
export type Story = Holds & {
  settings: Settings;
  /** The start that hires without a start date repeat, as an operator said. */
  repeated?: string;
};

export type Standing = "withdrawn" | "to-come" | "goes-on" | "ended";

/** How an employment stands on a day. What ended at once has ended on every day. */
export function standingOf(
  one: Employment,
  { employments }: Pick<Holds, "employments">,
  day: Day,
): Standing {
  const { start, end, isWithdrawn } = one;
  if (isWithdrawn) return "withdrawn";
  if (end && (end.hasLeft || end.day < start.day)) return "ended";
  if (day < start.day) return "to-come";
  return day > lastDayOf(one, employments) ? "ended" : "goes-on";
}

/** An employment without an end ends the day before the next one begins. Infinity if there is none. */
export function lastDayOf(one: Employment, all: readonly Employment[]): Day {
  return one.end?.day ?? (nextOf(one, all)?.start.day ?? Infinity) - 1;
}

/** The next employment that was not withdrawn. */
export function nextOf(
  one: Employment,
  all: readonly Employment[],
): Employment | undefined {
  const index = all.indexOf(one);
  return all.find(({ isWithdrawn }, at) => at > index && !isWithdrawn);
}

/** The word counts: from the day that it names, if that is after its own. */
export function counts({ ownDay }: Word, named?: Named): Verdict {
  if (named === undefined || named.day <= ownDay) return { is: "in-force" };
  return { is: "scheduled", for: named };
}

export function repeats(of: string): Verdict {
  return { is: "repeats", of };
}

export function isRuled(
  holds: Holds,
  word: Word,
  by: Ruling["ruling"],
): boolean {
  return !!holds.rulings.get(word.id)?.some(({ ruling }) => ruling === by);
}

/** A later word counts instead. */
export function overtake(
  { verdicts }: Story,
  id: string | undefined,
  { id: by }: Word,
  because: ReasonCode,
): void {
  if (id !== undefined) verdicts.set(id, { is: "overtaken", because, by });
}

export function ownDayOf({ ownDay: day, atMs: dueMs }: Word): Named {
  return { day, dueMs };
}
