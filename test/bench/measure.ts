import { createChance } from "../fixtures/chance.ts";

type Candidate<Sample> = {
  name: string;
  /** Measures once; called once in each round. */
  measure: () => Promise<Sample>;
};

type Options = {
  rounds: number;
  /** How many rounds before the first one do not count. @default 1 */
  warmUps?: number;
  progress: (text: string) => void;
};

/** Measures all candidates in each round, in another order each time: a slow moment of the machine meets all alike. */
export async function interleave<Sample>(
  candidates: readonly Candidate<Sample>[],
  { rounds, warmUps = 1, progress }: Options,
) {
  type Figure = (sample: Sample) => number;
  const random = createChance("order").next;
  const all = new Map<string, Sample[]>(
    candidates.map(({ name }) => [name, []]),
  );
  for (let round = -warmUps; round < rounds; round++) {
    const which = round < 0 ? "warm-up" : `round ${round + 1} of ${rounds}`;
    const order = candidates.map((candidate) => ({ candidate, at: random() }));
    for (const { candidate } of order.toSorted((a, b) => a.at - b.at)) {
      progress(`${which}, ${candidate.name}`);
      const sample = await candidate.measure();
      if (round >= 0) all.get(candidate.name)?.push(sample);
    }
  }

  /** The samples of a candidate, one of each round. */
  function samples(name: string): Sample[] {
    const found = all.get(name);
    if (found) return found;
    throw new Error(`There is no candidate named ${name}.`);
  }
  return {
    samples,
    /** One slow round must not move a figure. */
    median: (name: string, figure: Figure): number =>
      quantile(samples(name).map(figure), 0.5),
    /** A figure divided by that of another candidate in the same round: the machine was equally slow for both. */
    ratio(name: string, floor: string, figure: Figure) {
      const floors = samples(floor).map(figure);
      const ratios = samples(name).map(
        (sample, round) => figure(sample) / (floors[round] ?? NaN),
      );
      const [q1, median, q3] = [0.25, 0.5, 0.75].map((share) =>
        quantile(ratios, share),
      );
      return { q1: q1!, median: median!, q3: q3! };
    },
  };
}

/** @param share - 0.5 is the median, 0.99 is p99; between two values it is interpolated */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)] ?? NaN;
  const high = sorted[Math.ceil(place)] ?? NaN;
  return low + (high - low) * (place - Math.floor(place));
}
