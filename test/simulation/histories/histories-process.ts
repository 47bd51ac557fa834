// The clock must be replaced before any other module is loaded.
import "../time/virtual-clock.ts";
import {
  alphabetA,
  alphabetB,
  alphabetC,
  alphabetD,
} from "../../shared/employment/checker/alphabets.ts";
import { createChance } from "../../fixtures/chance.ts";
import { rulesOf } from "../../shared/employment/checker/jobs.ts";
import { randomSteps } from "../../shared/employment/checker/random-histories.ts";
import type { Rules, Step } from "../../shared/employment/checker/world.ts";
import { shrink } from "../shrink.ts";
import type { Difference } from "./find-difference.ts";
import { playHistories } from "./play-histories.ts";

/**
 * `node test/simulation/histories/histories-process.ts <count> <seed> ...`: for each seed, plays so many random
 * histories in the whole system without faults: a quarter with each alphabet of the checker. The words arrive in
 * another order than they were said, and days pass.
 */
const [count = 300, ...seeds] = process.argv.slice(2).map(Number);
const parts = [
  { alphabet: "A", symbols: alphabetA, rehire: "report" },
  { alphabet: "B", symbols: alphabetB, rehire: "accept" },
  { alphabet: "C", symbols: alphabetC, rehire: "report" },
  { alphabet: "D", symbols: alphabetD, rehire: "report" },
] as const;
const printLine = (text: string) => process.stdout.write(`${text}\n`);

for (const seed of seeds) {
  for (const { symbols, ...part } of parts) {
    const chance = createChance(`${seed}`);
    const rules = rulesOf(part);
    const histories = Array.from(
      { length: Math.ceil(count / parts.length) },
      () => randomSteps(symbols, chance),
    );
    await playAndPrint(histories, rules);
  }
  const result = process.exitCode ? "a history is wrong" : "all are right";
  printLine(`${count} histories of seed ${seed}: ${result}`);
}

/** Prints the first history that is wrong, and the shortest one that is wrong, too. */
async function playAndPrint(
  histories: readonly (readonly Step[])[],
  rules: Rules,
): Promise<void> {
  const first = await playHistories(histories, rules);
  if (!first) return;
  process.exitCode = 1;
  print(first);
  let shortest = first;
  await shrink(histories[first.nth] ?? [], async (fewer) => {
    const different = await playHistories([fewer], rules);
    shortest = different ?? shortest;
    return different !== undefined;
  });
  print(shortest);
}

function print({ text, history }: Difference): void {
  printLine([text, ...history].join("\n  "));
}
