import fc from "fast-check";

/** One thing that HR says of an employee. */
export type Told = {
  kind: "hire" | "adopt" | "leave";
  /** The event's own place in time: the story's order, whatever the order of arrival. */
  at: number;
};

/** An event on its way: repeated by the same delivery, or by another that says the same. */
export type Arrival = { told: Told; delivery: number; after: After };

/** What happens before the next event arrives. */
export type After = "nothing" | "all comes to rest" | "a minute" | "a month";

export type Story = {
  told: Told[];
  arrivals: Arrival[];
  graceDays: number;
  /** Whether those who hire mean the account that was there before, and not another. */
  isSameName: boolean;
};

/**
 * A story of one employee: they are hired, or adopted, and leave, and are hired again, and so on; somewhere on the way HR
 * may also say who they are. Its events arrive in any order, some of them several times.
 */
export const stories: fc.Arbitrary<Story> = fc
  .record({
    beginning: fc.constantFrom<Told["kind"]>("hire", "hire", "adopt"),
    length: fc.integer({ min: 1, max: 5 }),
    adoptedAt: fc.option(fc.integer({ min: 1, max: 5 })),
    graceDays: fc.constantFrom(0, 3),
    isSameName: fc.boolean(),
  })
  .chain(({ beginning, length, adoptedAt, ...rest }) => {
    const told = Array.from({ length }, (_, index): Told => {
      const kind = index % 2 === 1 ? "leave" : index === 0 ? beginning : "hire";
      return { kind, at: index };
    });
    if (beginning === "hire" && adoptedAt !== null)
      told.push({ kind: "adopt", at: Math.min(adoptedAt, length) - 0.5 });
    const copies = told.map((one) =>
      fc
        .array(fc.constantFrom(0, 1), { maxLength: 2 })
        .map((others) =>
          [0, ...others].map((delivery) => ({ told: one, delivery })),
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
              "all comes to rest",
              "a minute",
              "a month",
            ),
            { minLength: arrivals.length, maxLength: arrivals.length },
          ),
        );
      })
      .map(([arrivals, pauses]) => ({
        told,
        ...rest,
        arrivals: arrivals.map((arrival, index) => ({
          ...arrival,
          after: pauses[index] ?? "nothing",
        })),
      }));
  });

const pauses: readonly After[] = [
  "nothing",
  "all comes to rest",
  "a minute",
  "a month",
];

/**
 * Every order in which a hire, an adoption, a termination and a rehire can arrive, each with two of the pauses between
 * them; each event twice: at once, or when all others have come; by the same delivery, or by another.
 */
export const permutedStories: readonly Story[] = permutationsOf<Told>([
  { kind: "hire", at: 0 },
  { kind: "adopt", at: 0.5 },
  { kind: "leave", at: 1 },
  { kind: "hire", at: 2 },
]).flatMap((told, order) =>
  [0, 1].map((pause): Story => {
    const after = pauses[(order + 2 * pause) % pauses.length] ?? "nothing";
    const first = told.map((one) => ({ told: one, delivery: 0, after }));
    const again = first.map((one) => ({ ...one, delivery: order % 2 }));
    return {
      told: [...told],
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

/** What was said last, as far as it was said: it alone decides whether they are here. */
export function latest(told: readonly Told[]): Told | undefined {
  return told
    .filter(({ kind }) => kind !== "adopt")
    .toSorted((one, other) => other.at - one.at)[0];
}
