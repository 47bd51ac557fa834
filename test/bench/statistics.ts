export type Summary = {
  median: number;
  /** First and third quartile. */
  q1: number;
  q3: number;
  /** Median of the distances from the median. */
  mad: number;
  count: number;
};

/** Medians and quartiles, for one slow round must not move a figure. NaN where there is nothing. */
export function summarize(values: readonly number[]): Summary {
  const median = quantile(values, 0.5);
  return {
    median,
    q1: quantile(values, 0.25),
    q3: quantile(values, 0.75),
    mad: quantile(
      values.map((value) => Math.abs(value - median)),
      0.5,
    ),
    count: values.length,
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

/** The values divided by those of the same round. A slow moment of the machine has no influence on the ratio. */
export function ratios(
  values: readonly number[],
  floors: readonly number[],
): number[] {
  return values.flatMap((value, round) => {
    const floor = floors[round];
    return floor === undefined ? [] : [value / floor];
  });
}

/** A new order; the same seed gives the same. */
export function shuffle<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
