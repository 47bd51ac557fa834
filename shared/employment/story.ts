import type { ReasonCode } from "../reason-codes.ts";
import type { Holds } from "./holds.ts";
import type { Named, Ruling, Settings, Verdict, Word } from "./statement.ts";

/** What holds so far, while the words are read in their order. Each rule changes it and returns a verdict. */
export type Story = Holds & {
  settings: Settings;
  /** The start that hires without a start date repeat, as an operator said. */
  repeated?: string;
};

/** The word counts: from the day that it names, if that is after its own. */
export function counts({ ownDay }: Word, named?: Named): Verdict {
  if (named === undefined || named.day <= ownDay) return { is: "in-force" };
  return { is: "scheduled", for: named };
}

export function repeats(of: string): Verdict {
  return { is: "repeats", of };
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

export function isRuled(
  { rulings }: Holds,
  { id }: Word,
  by: Ruling["ruling"],
): boolean {
  return !!rulings.get(id)?.some(({ ruling }) => ruling === by);
}

export function ownDayOf({ ownDay: day, atMs: dueMs }: Word): Named {
  return { day, dueMs };
}
