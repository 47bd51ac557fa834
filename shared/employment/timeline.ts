import type { Employment } from "./holds.ts";
import type { Day, Named } from "./statement.ts";

export type Standing = "withdrawn" | "to-come" | "goes-on" | "ended";

/** Employments without a free day between them. */
export type Chain = {
  employments: Employment[];
  from: Named;
  /** Infinite if it has no end. */
  lastDay: Day;
  untilMs: number;
};

/** How an employment stands on a day. What ended at once has ended on every day. */
export function standingOf(
  employment: Employment,
  all: readonly Employment[],
  day: Day,
): Standing {
  const { start, end, isWithdrawn } = employment;
  if (isWithdrawn) return "withdrawn";
  if (end !== undefined && (end.hasLeft || end.day < start.day)) return "ended";
  if (day < start.day) return "to-come";
  return day > (lastDayOf(employment, all) ?? day) ? "ended" : "goes-on";
}

/** An employment without an end ends the day before the next one begins. */
export function lastDayOf(
  employment: Employment,
  all: readonly Employment[],
): Day | undefined {
  if (employment.end !== undefined) return employment.end.day;
  const next = nextOf(employment, all);
  return next === undefined ? undefined : next.start.day - 1;
}

/** The next employment that was not withdrawn. */
export function nextOf(
  employment: Employment,
  all: readonly Employment[],
): Employment | undefined {
  return all
    .slice(all.indexOf(employment) + 1)
    .find(({ isWithdrawn }) => !isWithdrawn);
}

/** The employments that have at least one day, by start, joined. */
export function chainsOf(all: readonly Employment[]): Chain[] {
  const chains: Chain[] = [];
  const withDays = all
    .filter(({ isWithdrawn }) => !isWithdrawn)
    .filter((one) => (lastDayOf(one, all) ?? Infinity) >= one.start.day)
    .sort((one, other) => one.start.day - other.start.day);
  for (const employment of withDays) {
    const { start: from, end } = employment;
    const lastDay = lastDayOf(employment, all) ?? Infinity;
    const untilMs =
      end?.dueMs ?? nextOf(employment, all)?.start.dueMs ?? Infinity;
    const chain = chains.at(-1);
    if (chain === undefined || from.day > chain.lastDay + 1)
      chains.push({ employments: [employment], from, lastDay, untilMs });
    else {
      chain.employments.push(employment);
      Object.assign(chain, { lastDay, untilMs });
    }
  }
  return chains;
}
