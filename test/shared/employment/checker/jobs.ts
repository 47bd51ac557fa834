import { alphabetA, alphabetB, alphabetC, alphabetD } from "./alphabets.ts";
import { core } from "./core.ts";
import type { Report } from "./explore.ts";
import { exploreMoves, exploreOrders } from "./explore.ts";
import { randomHistories } from "./random-histories.ts";
import type { Rules } from "./world.ts";

/** A part of the work, small enough to send to a worker. */
export type Job = {
  kind: "orders" | "in order" | "moves" | "random" | "random words";
  alphabet: "A" | "B" | "C" | "D";
  /** Words of a history; of random ones, how many histories. */
  size: number;
  seed: number;
  part: { index: number; of: number };
};

const alphabets = { A: alphabetA, B: alphabetB, C: alphabetC, D: alphabetD };

export function rulesOf(alphabet?: Job["alphabet"]): Rules {
  return { core, settings: alphabet === "C" ? { createDaysBefore: 5 } : {} };
}

export function runJob(job: Job): Report {
  const { kind, alphabet, size, seed, part } = job;
  const symbols = alphabets[alphabet];
  const rules = rulesOf(alphabet);
  const options = { alphabet: symbols, length: size, part };
  switch (kind) {
    case "orders":
      return exploreOrders({ ...options, late: true }, rules);
    case "in order":
      return exploreOrders(options, rules);
    case "moves":
      return exploreMoves(options, rules);
    case "random":
    case "random words":
      return randomHistories(
        {
          alphabet: symbols,
          seed: seed * part.of + part.index,
          count: Math.ceil(size / part.of),
          wordsAlone: kind === "random words",
        },
        rules,
      );
  }
}
