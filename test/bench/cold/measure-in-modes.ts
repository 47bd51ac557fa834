import { interleave, type InterleaveOptions } from "../interleave.ts";
import type { Summary } from "../statistics.ts";
import type { Mode } from "./modes.ts";

type Candidate<Sample> = {
  name: string;
  measure: (throttle: string | undefined) => Promise<Sample>;
};

/** Measures every candidate in every mode, all of them interleaved; what came of it is asked for by mode and name. */
export async function measureInModes<Sample>(
  modes: readonly Mode[],
  candidates: readonly Candidate<Sample>[],
  options: InterleaveOptions,
) {
  const keyOf = (mode: string, name: string) => `${mode}: ${name}`;
  const measured = await interleave(
    modes.flatMap(({ name: mode, throttle }) =>
      candidates.map(({ name, measure }) => ({
        name: keyOf(mode, name),
        measure: () => measure(throttle),
      })),
    ),
    options,
  );
  type Figure = (sample: Sample) => number;
  return {
    samples: (mode: string, name: string): Sample[] =>
      measured.samples(keyOf(mode, name)),
    summary: (mode: string, name: string, figure: Figure): Summary =>
      measured.summary(keyOf(mode, name), figure),
    median: (mode: string, name: string, figure: Figure): number =>
      measured.summary(keyOf(mode, name), figure).median,
    ratio: (
      mode: string,
      name: string,
      over: string,
      figure: Figure,
    ): Summary => measured.ratio(keyOf(mode, name), keyOf(mode, over), figure),
  };
}
