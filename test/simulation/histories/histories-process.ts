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
import { type Difference, playHistories } from "./play-histories.ts";

/**
 * `node test/simulation/histories/histories-process.ts <count> <seed> ...`: for each seed so many random histories of the
 * checker's alphabets, a quarter with each, in shuffled order of arrival and with time passing, through the whole system
 * without faults.
 */
const [count = 300, ...seeds] = process.argv.slice(2).map(Number);
const parts = [
  { alphabet: "A", symbols: alphabetA, rehire: "report" },
  { alphabet: "B", symbols: alphabetB, rehire: "accept" },
  { alphabet: "C", symbols: alphabetC, rehire: "report" },
  { alphabet: "D", symbols: alphabetD, rehire: "report" },
] as const;
const say = (text: string) => process.stdout.write(`${text}\n`);

for (const seed of seeds) {
  for (const { symbols, ...part } of parts) {
    const chance = createChance(`${seed}`);
    const rules = rulesOf(part);
    const histories = Array.from(
      { length: Math.ceil(count / parts.length) },
      () => randomSteps(symbols, chance),
    );
    await compare(histories, rules);
  }
  const result = process.exitCode ? "a history is wrong" : "all are right";
  say(`${count} histories of seed ${seed}: ${result}`);
}

/** Tells the first history that is wrong, and the shortest one that was found. */
async function compare(
  histories: readonly (readonly Step[])[],
  rules: Rules,
): Promise<void> {
  const first = await playHistories(histories, rules);
  if (!first) return;
  process.exitCode = 1;
  tell(first);
  let shortest = first;
  await shrink(histories[first.nth] ?? [], async (fewer) => {
    const different = await playHistories([fewer], rules);
    shortest = different ?? shortest;
    return different !== undefined;
  });
  tell(shortest);
}

function tell({ text, history }: Difference): void {
  say([text, ...history].join("\n  "));
}
