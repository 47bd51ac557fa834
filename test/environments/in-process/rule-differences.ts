import type { Difference } from "./rules-beside.ts";

/** A history of which the rules of the employment and the workflows make something else, and who is right. */
type KnownDifference = Difference & {
  /** The title of the test that sends it. */
  test: string;
  right: "core" | "old";
  /** The rule of docs/employment.md that decides it. */
  because: string;
};

const afterHasLeft =
  "Only after a termination without a last day, a later last day changes the terms and gives no access back.";
const knownStart =
  "A start that a known employment has now is a repetition, also after that employment ended.";

/** The tests hold this list: a difference that is not listed fails, and so does one that is listed and has vanished. */
export const ruleDifferences: readonly KnownDifference[] = [
  {
    test: "a hire without the scope offboard does not delay a deletion with its start date, and creates a new person on that day",
    history: "0: hired @1; 0: terminated @2; 0: hired, from 20 @3",
    old: "access",
    core: "no access",
    right: "core",
    because:
      "A caller without the scope offboard opens an employment only for an employee without a person.",
  },
  {
    test: "a termination held by the deletion limit does nothing when it is released after HR moved the last day",
    history:
      "0: hired @1; 0: terminated @2; 0: terminated, last day 90 @3; operator: released",
    old: "access",
    core: "no access",
    right: "core",
    because: afterHasLeft,
  },
  {
    test: "an older termination that arrives right after the one that moved the last day lets nobody leave early",
    history: "0: hired @1; 0: terminated, last day 30 @3; 0: terminated @2",
    old: "access",
    core: "no access",
    right: "core",
    because: afterHasLeft,
  },
  {
    test: "an adoption later than the termination does not continue the termination: the person works here",
    history: "0: terminated @1; 0: adopted @2",
    old: "access",
    core: "no access",
    right: "core",
    because:
      "An adoption never counts against a waiting termination, whatever their times.",
  },
  ...[
    "a hire of a leaver in the grace period ends a suspension that is older",
    "a hire of a leaver who is kept ends a suspension that is older",
  ].map((test): KnownDifference => ({
    test,
    history:
      "0: hired @1; 0: suspended @2; 0: terminated @4; 0: hired, from 0 @5; 0: suspended @2",
    old: "access",
    core: "no access",
    right: "core",
    because: knownStart,
  })),
  ...[
    "a hire of a leaver in the grace period leaves a later suspension in force, and a resumption ends it",
    "a hire of a leaver who is kept leaves a later suspension in force, and a resumption ends it",
  ].map((test): KnownDifference => ({
    test,
    history:
      "0: hired @1; 0: terminated @2; 0: suspended @4; 0: hired, from 0 @3; 30: resumed @5",
    old: "access",
    core: "no access",
    right: "core",
    because: knownStart,
  })),
  {
    test: "a suspension that is over when it arrives disables nobody, and ends an earlier one",
    history:
      "0: hired @1; 0: suspended, until -1 @2; 0: suspended @3; 0: suspended, until -1 @4",
    old: "access",
    core: "no access",
    right: "core",
    because: "A suspension whose until is past when it is said has no effect.",
  },
  {
    test: "a suspension that came after the deletion and is older than the next hire has this effect: active",
    history:
      "0: hired @1; 0: terminated @2; 0: suspended @3; 0: hired, from 0 @4",
    old: "access",
    core: "no access",
    right: "core",
    because: knownStart,
  },
];
