import { seededRandom } from "../fixtures/seeded-random.ts";
import { ratios, shuffle, type Summary, summarize } from "./statistics.ts";

export type Candidate<Sample> = {
  name: string;
  /** Measures once; called once in each round. */
  measure: () => Promise<Sample>;
};

export type InterleaveOptions = {
  rounds: number;
  /** Rounds before, that count for nothing. @default 1 */
  warmUps?: number;
  progress: (text: string) => void;
};

export type Measured<Sample> = {
  /** By candidate; the nth is of the nth round. */
  samples: (candidate: string) => Sample[];
  /** Of one figure over all rounds. */
  summary: (candidate: string, figure: (sample: Sample) => number) => Summary;
  /** Of one figure over that of another candidate in the same round. */
  ratio: (
    candidate: string,
    floor: string,
    figure: (sample: Sample) => number,
  ) => Summary;
};

/** Measures all candidates in every round, each round in another order, so that what disturbs one disturbs all. */
export async function interleave<Sample>(
  candidates: readonly Candidate<Sample>[],
  { rounds, warmUps = 1, progress }: InterleaveOptions,
): Promise<Measured<Sample>> {
  const random = seededRandom(7);
  const all = new Map<string, Sample[]>(
    candidates.map(({ name }) => [name, []]),
  );
  for (let round = -warmUps; round < rounds; round++) {
    const which = round < 0 ? "warm-up" : `round ${round + 1} of ${rounds}`;
    for (const { name, measure } of shuffle(candidates, random)) {
      progress(`${which}, ${name}`);
      const sample = await measure();
      if (round >= 0) all.get(name)?.push(sample);
    }
  }

  function samples(candidate: string): Sample[] {
    const found = all.get(candidate);
    if (found) return found;
    throw new Error(`There is no candidate named ${candidate}.`);
  }
  return {
    samples,
    summary: (candidate, figure) => summarize(samples(candidate).map(figure)),
    ratio: (candidate, floor, figure) =>
      summarize(
        ratios(samples(candidate).map(figure), samples(floor).map(figure)),
      ),
  };
}
