import fc from "fast-check";

/** One event of HR about an employee. */
export type SequenceEvent = {
  kind: "hire" | "adopt" | "leave";
  /** The event's own time: its place in the sequence, in any order of arrival. */
  at: number;
};

/** A delivery of an event. An event can have several, with the same or with another delivery id. */
export type Arrival = { event: SequenceEvent; delivery: number; after: After };

/** What happens before the next event arrives. */
export type After =
  "nothing" | "all operations settle" | "a minute" | "a month";

export type EventSequence = {
  events: SequenceEvent[];
  arrivals: Arrival[];
  graceDays: number;
  /** Whether the hires have the username of the person who existed before. */
  isSameName: boolean;
};

/**
 * Events about one employee: a hire or an adoption, a termination, a rehire, and so on, possibly with an adoption
 * between them. The events arrive in any order, some of them several times.
 */
export const sequences: fc.Arbitrary<EventSequence> = fc
  .record({
    beginning: fc.constantFrom<SequenceEvent["kind"]>("hire", "hire", "adopt"),
    length: fc.integer({ min: 1, max: 5 }),
    adoptedAt: fc.option(fc.integer({ min: 1, max: 5 })),
    graceDays: fc.constantFrom(0, 3),
    isSameName: fc.boolean(),
  })
  .chain(({ beginning, length, adoptedAt, ...rest }) => {
    const events = Array.from({ length }, (_, index): SequenceEvent => {
      const kind = index % 2 === 1 ? "leave" : index === 0 ? beginning : "hire";
      return { kind, at: index };
    });
    if (beginning === "hire" && adoptedAt !== null)
      events.push({ kind: "adopt", at: Math.min(adoptedAt, length) - 0.5 });
    const copies = events.map((one) =>
      fc
        .array(fc.constantFrom(0, 1), { maxLength: 2 })
        .map((others) =>
          [0, ...others].map((delivery) => ({ event: one, delivery })),
        ),
    );
    return fc
      .tuple(...copies)
      .chain((all) => {
        const arrivals = all.flat();
        return fc.tuple(
          fc.shuffledSubarray(arrivals, { minLength: arrivals.length }),
          fc.array(
            fc.constantFrom<After>(
              "nothing",
              "nothing",
              "all operations settle",
              "a minute",
              "a month",
            ),
            { minLength: arrivals.length, maxLength: arrivals.length },
          ),
        );
      })
      .map(([arrivals, pauses]) => ({
        events,
        ...rest,
        arrivals: arrivals.map((arrival, index) => ({
          ...arrival,
          after: pauses[index] ?? "nothing",
        })),
      }));
  });

const pauses: readonly After[] = [
  "nothing",
  "all operations settle",
  "a minute",
  "a month",
];

/**
 * Every order in which a hire, an adoption, a termination and a rehire can arrive, each with two of the pauses. Each
 * event arrives twice: at once or after all others, and with the same or with another delivery id.
 */
export const permutedSequences: readonly EventSequence[] =
  permutationsOf<SequenceEvent>([
    { kind: "hire", at: 0 },
    { kind: "adopt", at: 0.5 },
    { kind: "leave", at: 1 },
    { kind: "hire", at: 2 },
  ]).flatMap((events, order) =>
    [0, 1].map((pause): EventSequence => {
      const after = pauses[(order + 2 * pause) % pauses.length] ?? "nothing";
      const first = events.map((one) => ({ event: one, delivery: 0, after }));
      const again = first.map((one) => ({ ...one, delivery: order % 2 }));
      return {
        events: [...events],
        arrivals:
          (order + pause) % 2 === 0
            ? [...first, ...again]
            : first.flatMap((one, index) => [one, again[index] ?? one]),
        graceDays: (order >> 1) % 2 === 0 ? 3 : 0,
        isSameName: false,
      };
    }),
  );

function permutationsOf<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) =>
    permutationsOf(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}

/** The latest event that is a hire or a termination. It alone decides whether the person exists at the end. */
export function latest(
  events: readonly SequenceEvent[],
): SequenceEvent | undefined {
  return events
    .filter(({ kind }) => kind !== "adopt")
    .toSorted((one, other) => other.at - one.at)[0];
}
