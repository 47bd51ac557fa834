import type { Day, Named, Ruling, Terms, Verdict } from "./statement.ts";

export type End = {
  /** The termination whose terms count, and when it was said. */
  by: string;
  saidMs: number;
  saidOn: Day;
  /** The last day with access. Of a person who has left: the day on which that was said. */
  day: Day;
  dueMs: number;
  /** The last day that was named. */
  named?: Day;
  terms: Terms;
  /** A termination without a last day was said. */
  hasLeft: boolean;
};

export type Employment = {
  /** The hire or the adoption that opened it. */
  id: string;
  start: Named;
  /** If it was not named, the employment began on its start day or earlier. That of an adoption is not known. */
  startIs: "named" | "own-day" | "unknown";
  /** The hire that said the start first, and the caller that said it last. */
  startBy: string;
  startCaller: string;
  /** One before the start withdrew the employment, or ended it at once. */
  end?: End;
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

/** It was ended before it began, so it has no day, and no other employment depends on it. */
export function isWithdrawn({ start, end }: Employment): boolean {
  return end !== undefined && Math.max(end.day, end.saidOn) < start.day;
}

/** How an employment stands on a day. What ended at once is over on every day. */
export function standingOf(
  one: Employment,
  { employments }: Pick<Holds, "employments">,
  day: Day,
): "to-come" | "goes-on" | "over" {
  const { start, end } = one;
  if (end && (end.hasLeft || end.day < start.day)) return "over";
  if (day < start.day) return "to-come";
  return day > lastDayOf(one, employments) ? "over" : "goes-on";
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
  return all.find((other, at) => at > index && !isWithdrawn(other));
}
