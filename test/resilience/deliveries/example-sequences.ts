import type { EmploymentEvent } from "./employment-model.ts";
import type { EmploymentSequence } from "./employment-sequence.ts";
import { dayMs } from "../../../shared/durations.ts";

const hired: EmploymentEvent = {
  kind: "hire",
  atMs: 0,
  startsAtMs: 0,
  fields: { title: "A", username: "one" },
};
const left: EmploymentEvent = { kind: "leave", atMs: dayMs, isKept: false };

/** Sequences that are rarely drawn, and in which one comparison of times decides. */
export const exampleSequences: readonly EmploymentSequence[] = [
  // A feed sends the hire of a leaver again.
  inOrderOfArrival(hired, left, { ...hired, atMs: 2 * dayMs }),
  // A cancellation that came before a termination does not cancel it, and one that came after it does.
  inOrderOfArrival(hired, { kind: "cancel leaving", atMs: dayMs / 2 }, left),
  inOrderOfArrival(hired, { kind: "cancel leaving", atMs: 2 * dayMs }, left),
  // A change comes before a hire that starts in five weeks, and the scheduler runs only then.
  inOrderOfArrival(
    {
      kind: "change",
      atMs: 1000,
      effectiveAtMs: undefined,
      fields: { title: "B" },
    },
    { ...hired, startsAtMs: 35 * dayMs },
  ),
  // A termination arrives while the rehire runs that it ends.
  atOnceAfterAMonth(
    [hired, { ...left, lastDayAtMs: 2 * dayMs }],
    [
      { ...hired, atMs: dayMs + 1000, startsAtMs: 2 * dayMs },
      { ...left, atMs: 3 * dayMs, isKept: true },
    ],
  ),
];

function atOnceAfterAMonth(
  before: EmploymentEvent[],
  after: EmploymentEvent[],
): EmploymentSequence {
  const sequence = inOrderOfArrival(...before, ...after);
  const arrivals = sequence.arrivals.map(
    (arrival, index) =>
      ({
        ...arrival,
        after: index === before.length - 1 ? "a month" : "nothing",
      }) as const,
  );
  return { ...sequence, arrivals };
}

function inOrderOfArrival(...events: EmploymentEvent[]): EmploymentSequence {
  return {
    events,
    graceDays: 3,
    rehireWithoutStartDate: "report",
    arrivals: events.map((event) => ({
      event,
      delivery: 0,
      after: "all operations settle",
      kill: null,
    })),
  };
}
