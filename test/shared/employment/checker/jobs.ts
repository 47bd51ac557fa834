import { alphabetA, alphabetB, alphabetC, alphabetD } from "./alphabets.ts";
import type { Report } from "./explore.ts";
import { exploreMoves, exploreOrders } from "./explore.ts";
import { randomHistories } from "./random-histories.ts";
import { ruleFunctions } from "./rule-functions.ts";
import type { Rules } from "./world.ts";

/** A part of the work, as data that can be sent to a worker. The README beside this file explains the kinds. */
export type Job = {
  kind: "orders" | "in order" | "moves" | "random" | "random statements";
  alphabet: "A" | "B" | "C" | "D";
  /** How many statements a history has at most; of random histories, how many there are. */
  size: number;
  /** Of random histories. */
  seed: number;
  part: { index: number; of: number };
};

const alphabets = { A: alphabetA, B: alphabetB, C: alphabetC, D: alphabetD };

/** The rules, with the settings that an alphabet needs. */
export function rulesOf(alphabet?: Job["alphabet"]): Rules {
  const settings = alphabet === "C" ? { createDaysBefore: 5 } : {};
  return { functions: ruleFunctions, settings };
}

export function runJob(job: Job): Report {
  const { kind, alphabet, size, seed, part } = job;
  const symbols = alphabets[alphabet];
  const rules = rulesOf(alphabet);
  const options = { alphabet: symbols, length: size, part };
  switch (kind) {
    case "orders":
      return exploreOrders({ ...options, hasLate: true }, rules);
    case "in order":
      return exploreOrders(options, rules);
    case "moves":
      return exploreMoves(options, rules);
    case "random":
    case "random statements":
      return randomHistories(
        {
          alphabet: symbols,
          seed: seed * part.of + part.index,
          count: Math.ceil(size / part.of),
          isAllAtOnce: kind === "random statements",
        },
        rules,
      );
  }
}
