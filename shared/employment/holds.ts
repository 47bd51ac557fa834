import type { Day, Named, Ruling, Terms, Verdict } from "./statement.ts";

export type End = {
  /** The termination whose terms count. */
  by: string;
  /** The last day with access. Of a person who has left: the day on which that was said. */
  day: Day;
  dueMs: number;
  /** The last day that was named. */
  named?: Day;
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
  /** One before the start withdrew the employment, or ended it at once. */
  end?: End;
  isWithdrawn: boolean;
  /** The termination of this employment that needs a decision, and its last day. */
  undecided?: { by: string; day?: Day };
  /** The hire without a start date that asks whether the end still holds. */
  unclear?: string;
};

export type Suspension = {
  id: string;
  /** The first and the last day without access. */
  from: Named;
  until?: Named;
  isFromNamed: boolean;
  saidOn: Day;
  /** The employments that were known when it was said. */
  known: string[];
};

/** From a day on, the value of a field is that of this statement. */
export type FieldTime = {
  field: string;
  by: string;
  day: Day;
  atMs: number;
  dueMs: number;
  /** It counts only until the person exists. */
  isForCreation: boolean;
};

/** What follows from all statements: employments in the order in which they were opened. */
export type Holds = {
  employments: Employment[];
  suspensions: Suspension[];
  fields: FieldTime[];
  verdicts: Map<string, Verdict>;
  /** By the statement that they are about. */
  rulings: ReadonlyMap<string, Ruling[]>;
};
