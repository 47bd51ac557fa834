import type { Day, Named, Ruling, Terms, Verdict } from "./statement.ts";

export type End = {
  /** The termination whose terms count. */
  by: string;
  /** The last day with access. Of a person who has left: the day on which that was said. */
  day: Day;
  /** When the access ends. */
  dueMs: number;
  /** The day that the latest termination of this employment named. */
  named?: Day;
  /** The own day of the termination that said the end. */
  saidOn: Day;
  terms: Terms;
  /** A termination without a last day was said. */
  hasLeft: boolean;
};

export type Employment = {
  /** The hire or the adoption that opened it. */
  id: string;
  start: Named;
  /** Otherwise it began on its start day or earlier. */
  isStartNamed: boolean;
  /** The hire that said the start first, and the caller that said it last. */
  startBy: string;
  startCaller: string;
  /** An end before the start withdrew the employment, or ended it at once. */
  end?: End;
  /** It will never begin. */
  isWithdrawn: boolean;
  /** The termination of this employment that needs a decision. */
  undecided?: { by: string; day?: Day };
  /** The hire without a start date that asks whether the end still holds. */
  unclear?: string;
};

export type Suspension = {
  id: string;
  /** The first day without access. */
  from: Named;
  /** The last day without access, if it is known. */
  until?: Named;
};

/** From a day on, the value of a field is that of this statement, unless one of a later day or event counts. */
export type FieldTime = {
  field: string;
  by: string;
  day: Day;
  atMs: number;
  dueMs: number;
  /** It counts only until the person exists. */
  isForCreation: boolean;
};

/** What follows from all statements. */
export type Holds = {
  /** In the order in which they were opened. */
  employments: Employment[];
  suspensions: Suspension[];
  /** In the order in which they were said. */
  fields: FieldTime[];
  verdicts: ReadonlyMap<string, Verdict>;
  /** By the statement that they are about. */
  rulings: ReadonlyMap<string, Ruling[]>;
};
