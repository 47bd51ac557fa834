import type { Symbol } from "./alphabets.ts";
import type { Statement } from "../../../../shared/employment/statement.ts";
import { type Chance, createChance } from "../../../fixtures/chance.ts";
import { days, instant } from "./alphabets.ts";
import type { Report } from "./explore.ts";
import { faultOf, faultOfRest, lookAtAccess } from "./properties.ts";
import { run } from "./shrink.ts";
import type { Outcome, Rules, Step, World } from "./world.ts";
import { newWorld, take } from "./world.ts";

type Options = {
  alphabet: readonly Symbol[];
  seed: number;
  count: number;
  /** Whether all words are given to the core at once. Then it merges and drops nothing, and there are no moves. */
  wordsAlone?: boolean;
};

const minWords = 6;
const maxWords = 12;
const allDays = Object.values(days);
const outcomes: Outcome[] = ["made", "lost", "lost-undone", "refused", "held"];

/** Histories of 6 to 12 words in any order of arrival, with days and moves in between. A seed gives the same again. */
export function randomHistories(
  { alphabet, seed, count, wordsAlone }: Options,
  rules: Rules,
): Report {
  const report: Report = { states: 0, transitions: 0, depth: 0, faults: [] };
  const chance = createChance(`${seed}`);
  for (let nth = 0; nth < count && report.faults.length < 5; nth++) {
    const steps = randomSteps(alphabet, chance).filter(
      (step) => !wordsAlone || step.do !== "move",
    );
    const { text, taken } = wordsAlone
      ? followWords(steps, rules)
      : follow(steps, rules);
    report.states++;
    report.transitions += taken;
    report.depth = Math.max(report.depth, taken);
    // Only the end was looked at. A history with a fault is followed step by step.
    if (text !== undefined) {
      const exact = run(steps, rules);
      report.faults.push({ steps: exact.steps, text: exact.text ?? text });
    }
  }
  return report;
}

function follow(
  steps: readonly Step[],
  rules: Rules,
): { text: string | undefined; taken: number } {
  let world = newWorld(days.a);
  let taken = 0;
  let text: string | undefined;
  const lastWord = steps.findLastIndex((step) => step.do === "arrive");
  for (const [nth, step] of steps.entries()) {
    const next = take(world, step, rules);
    if (!next) continue;
    taken++;
    if (nth === lastWord || step.do === "move")
      text ??= faultOf(world, step, next, rules);
    world = next;
  }
  return { text: text ?? faultOfRest(world, rules), taken };
}

/** Gives all words to the core at once, which costs a tenth. */
function followWords(steps: readonly Step[], { core, settings }: Rules) {
  const said: Statement[] = [];
  let day = days.a;
  for (const step of steps) {
    if (step.do === "pass") day = step.day;
    if (step.do !== "say") continue;
    const { name, say } = step.symbol;
    const atMs = instant(day, said.length + 1);
    const timeline = () => core.timelineOf(said, settings);
    const known = { words: said, timeline, atMs };
    const statement = say(`${said.length}.${name}@${day}`, atMs, known);
    if (statement) said.push(statement);
  }
  const { length: count } = said;
  const world: World = { ...newWorld(day), count, said, kept: said };
  return { text: lookAtAccess(world, { core, settings }), taken: count };
}

/** The steps of one history, in their order. */
export function randomSteps(
  alphabet: readonly Symbol[],
  chance: Chance,
): Step[] {
  const steps: Step[] = [];
  const words = chance.between(minWords, maxWords);
  // Some histories have no moves and some have no delays, so that each of the two is also met alone.
  const moves = chance.between(0, 2);
  const delays = chance.between(0, 2);
  let inFlight = 0;
  for (let said = 0, day = 0; said < words; said++) {
    if (day < allDays.length - 2 && chance.happens(1 / 3))
      steps.push({ do: "pass", day: allDays[++day]! });
    steps.push({ do: "say", symbol: chance.oneOf(alphabet) });
    inFlight++;
    while (inFlight > 0 && chance.between(0, 2) >= delays) {
      steps.push({ do: "arrive", nth: chance.between(0, --inFlight) });
    }
    for (let nth = chance.between(0, 3); nth > 0 && moves > 0; nth--)
      steps.push({
        do: "move",
        outcome: moves === 1 ? "made" : chance.oneOf(outcomes),
      });
  }
  while (inFlight > 0)
    steps.push({ do: "arrive", nth: chance.between(0, --inFlight) });
  return steps;
}
