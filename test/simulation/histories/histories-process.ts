// The clock must be replaced before any other module is loaded.
import "../time/virtual-clock.ts";
import {
  alphabetA,
  alphabetB,
  alphabetC,
  alphabetD,
} from "../../shared/employment/checker/alphabets.ts";
import { rulesOf } from "../../shared/employment/checker/jobs.ts";
import {
  random,
  randomSteps,
} from "../../shared/employment/checker/random-histories.ts";
import type { Rules, Step } from "../../shared/employment/checker/world.ts";
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
    const draw = random(seed);
    const rules = rulesOf(part);
    const histories = Array.from(
      { length: Math.ceil(count / parts.length) },
      () => randomSteps(symbols, draw),
    );
    await compare(histories, rules);
  }
  const result = process.exitCode ? "a history is wrong" : "all are right";
  say(`${count} histories of seed ${seed}: ${result}`);
}

/** Tells the first history that is wrong, and the shortest one: those with a step less are played, all at once. */
async function compare(
  histories: readonly (readonly Step[])[],
  rules: Rules,
): Promise<void> {
  let different = await playHistories(histories, rules);
  if (!different) return;
  process.exitCode = 1;
  tell(different);
  let steps = histories[different.nth] ?? [];
  for (let next: typeof different | undefined = different; next;) {
    different = next;
    const whole = steps;
    const shorter = whole.map((_, at) => whole.filter((__, nth) => nth !== at));
    next = await playHistories(shorter, rules);
    steps = shorter[next?.nth ?? 0] ?? [];
  }
  tell(different);
}

function tell({ text, history }: Difference): void {
  say([text, ...history].join("\n  "));
}
