import type { ReasonCode } from "../reason-codes.ts";
import type { Employment, FieldTime, Suspension } from "./holds.ts";
import type {
  Cancellation,
  Day,
  Named,
  Ruling,
  Settings,
  Termination,
  Verdict,
  Word,
} from "./statement.ts";

/** What has been said so far, while the words are read in their order. Each rule changes it and returns a verdict. */
export type Story = {
  settings: Settings;
  /** By the statement that they are about. */
  rulings: ReadonlyMap<string, Ruling[]>;
  employments: Employment[];
  suspensions: SaidSuspension[];
  fields: FieldTime[];
  verdicts: Map<string, Verdict>;
  /** Terminations and cancellations that were said before the first hire. */
  beforeHire: (Termination | Cancellation)[];
  /** An operator said that hires without a start date repeat the employment that ended. */
  repeated?: string;
};

export type SaidSuspension = Suspension & {
  hasFrom: boolean;
  /** The own day of the word. */
  saidOn: Day;
  /** The employments that were known when it was said. */
  known: string[];
};

/** A copy in which the rules can go on without changing the original. */
export function copyOf(story: Story): Story {
  return {
    ...story,
    employments: story.employments.map((one) => ({ ...one })),
    suspensions: [...story.suspensions],
    fields: [...story.fields],
    verdicts: new Map(story.verdicts),
    beforeHire: [...story.beforeHire],
  };
}

/** The word counts: from the day that it names, if that is after its own. */
export function counts(word: Word, named: Named | undefined): Verdict {
  return named !== undefined && named.day > word.ownDay
    ? { is: "scheduled", for: named }
    : { is: "in-force" };
}

export function repeats(of: string): Verdict {
  return { is: "repeats", of };
}

export function isRuled(
  { rulings }: Story,
  { id }: Pick<Word, "id">,
  ruling: Ruling["ruling"],
): boolean {
  return rulings.get(id)?.some((one) => one.ruling === ruling) === true;
}

/** A later word counts instead. */
export function overtake(
  { verdicts }: Story,
  id: string | undefined,
  by: Word,
  because: ReasonCode,
): void {
  if (id !== undefined && id !== by.id)
    verdicts.set(id, { is: "overtaken", because, by: by.id });
}

export function ownDayOf({ ownDay, atMs }: Word): Named {
  return { day: ownDay, dueMs: atMs };
}
