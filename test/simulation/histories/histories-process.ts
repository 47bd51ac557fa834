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
import type { Step } from "../../shared/employment/checker/world.ts";
import { shrink } from "../shrink.ts";
import type { Difference } from "./find-difference.ts";
import { playHistories } from "./play-histories.ts";

/**
 * `node test/simulation/histories/histories-process.ts <count> <seed> ...`: for each seed, plays so many random
 * histories in the whole system without faults: a quarter with each alphabet of the checker. The statements arrive in
 * another order than they were said, and days pass.
 */
const [count = 300, ...seeds] = process.argv.slice(2).map(Number);
/** `rehire`: the setting `rehireWithoutStartDate`. */
const parts = [
  { alphabet: "A", symbols: alphabetA, rehire: "report" },
  { alphabet: "B", symbols: alphabetB, rehire: "accept" },
  { alphabet: "C", symbols: alphabetC, rehire: "report" },
  { alphabet: "D", symbols: alphabetD, rehire: "report" },
] as const;
type Part = (typeof parts)[number];
const printLine = (text: string) => process.stdout.write(`${text}\n`);

for (const seed of seeds) {
  for (const part of parts) {
    const chance = createChance(`${seed}`);
    const histories = Array.from(
      { length: Math.ceil(count / parts.length) },
      () => randomSteps(part.symbols, chance),
    );
    await playAndPrint(histories, part);
  }
  const result = process.exitCode ? "a history is wrong" : "all are right";
  printLine(`${count} histories of seed ${seed}: ${result}`);
}

/** Prints the first history that is wrong, and the shortest part of it that is still wrong. */
async function playAndPrint(
  histories: readonly (readonly Step[])[],
  { alphabet, rehire }: Part,
): Promise<void> {
  const rules = rulesOf(alphabet);
  const first = await playHistories(histories, rules, rehire);
  if (!first) return;
  process.exitCode = 1;
  print(first);
  let shortest = first;
  await shrink(histories[first.nth] ?? [], async (fewer) => {
    const different = await playHistories([fewer], rules, rehire);
    shortest = different ?? shortest;
    return different !== undefined;
  });
  print(shortest);
}

function print({ text, history }: Difference): void {
  printLine([text, ...history].join("\n  "));
}
