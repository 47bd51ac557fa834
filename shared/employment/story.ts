import type { ReasonCode } from "../reason-codes.ts";
import type { Holds } from "./holds.ts";
import type { Named, Settings, Verdict, Word } from "./statement.ts";

/** What holds so far, while the words are read in their order. Each rule changes it and returns a verdict. */
export type Story = Holds & {
  settings: Settings;
  /** The statement that hires without a start date repeat, as an operator said. */
  repeated?: string;
};

/** The word counts: from the day that it names, if that is after its own. */
export function counts({ ownDay }: Word, named?: Named): Verdict {
  if (named === undefined || named.day <= ownDay) return { is: "in-force" };
  return { is: "scheduled", for: named };
}

export function repeats({ id: of }: { id: string }): Verdict {
  return { is: "repeats", of };
}

/** The word has no effect, or none any more. */
export function overtaken(because: ReasonCode, by?: Word): Verdict {
  return { is: "overtaken", because, ...(by && { by: by.id }) };
}

export function asks(because: ReasonCode): Verdict {
  return { is: "needs-decision", because };
}

export function ownDayOf({ ownDay: day, atMs: dueMs }: Word): Named {
  return { day, dueMs };
}
