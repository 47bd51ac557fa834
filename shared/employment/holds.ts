import type { Day, Named, Terms, Verdict } from "./statement.ts";

export type End = {
  /** The termination whose terms count. */
  by: string;
  /** The last day with access. If none was named: the day on which it was said. */
  day: Day;
  /** The instant at which the access ends. */
  dueMs: number;
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
  /** An end before the start ended it at once, or withdrew it. */
  end?: End;
  /** It will never begin. */
  isWithdrawn: boolean;
};

export type Suspension = {
  id: string;
  /** The first day without access. */
  from: Named;
  /** The last day without access, if it is known. */
  until?: Named;
};

/** From a day on, the value of a field is that of this statement, unless another one counts from a later day. */
export type FieldTime = { field: string; from: Named; by: string };

/** What follows from all statements. */
export type Holds = {
  /** In the order in which they were opened. */
  employments: Employment[];
  suspensions: Suspension[];
  /** In the order in which they were said. */
  fields: FieldTime[];
  verdicts: ReadonlyMap<string, Verdict>;
};
