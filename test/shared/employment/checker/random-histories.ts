import type { Symbol } from "./alphabets.ts";
import type { Statement } from "../../../../shared/employment/statement.ts";
import { type Chance, createChance } from "../../../fixtures/chance.ts";
import { days, instant } from "./alphabets.ts";
import type { Report } from "./explore.ts";
import { faultOf, faultOfAccess, faultOfRest } from "./properties.ts";
import { run } from "./shrink.ts";
import type { Outcome, Rules, Step, World } from "./world.ts";
import { newWorld, take } from "./world.ts";

type Options = {
  alphabet: readonly Symbol[];
  seed: number;
  count: number;
  /** Whether the rules get all statements at once. Then they merge and drop nothing, and there are no moves. */
  isAllAtOnce?: boolean;
};

const minStatements = 6;
const maxStatements = 12;
const maxFaults = 5;
const allDays = Object.values(days);
const outcomes: Outcome[] = ["made", "lost", "lost-undone", "refused", "held"];

/**
 * Explores random histories of 6 to 12 statements in any order of arrival, with days and moves in between. A seed gives
 * the same histories again.
 */
export function randomHistories(
  { alphabet, seed, count, isAllAtOnce }: Options,
  rules: Rules,
): Report {
  const report: Report = { states: 0, transitions: 0, depth: 0, faults: [] };
  const chance = createChance(`${seed}`);
  for (let nth = 0; nth < count && report.faults.length < maxFaults; nth++) {
    const steps = randomSteps(alphabet, chance).filter(
      (step) => !isAllAtOnce || step.do !== "move",
    );
    const { text, taken } = isAllAtOnce
      ? followAllAtOnce(steps, rules)
      : follow(steps, rules);
    report.states++;
    report.transitions += taken;
    report.depth = Math.max(report.depth, taken);
    // Not each step was compared so far. A history with a fault is followed again, with each step.
    if (text !== undefined) {
      const exact = run(steps, rules);
      report.faults.push({ steps: exact.steps, text: exact.text ?? text });
    }
  }
  return report;
}

/** To save time, only the moves, the last arrival and the end are compared. */
function follow(
  steps: readonly Step[],
  rules: Rules,
): { text: string | undefined; taken: number } {
  let world = newWorld(days.a);
  let taken = 0;
  let text: string | undefined;
  const lastArrival = steps.findLastIndex((step) => step.do === "arrive");
  for (const [nth, step] of steps.entries()) {
    const next = take(world, step, rules);
    if (!next) continue;
    taken++;
    if (nth === lastArrival || step.do === "move")
      text ??= faultOf(world, step, next, rules);
    world = next;
  }
  return { text: text ?? faultOfRest(world, rules), taken };
}

/** Gives all statements to the rules at once, which costs a tenth of the time. */
function followAllAtOnce(steps: readonly Step[], rules: Rules) {
  const { functions, settings } = rules;
  const said: Statement[] = [];
  let day = days.a;
  for (const step of steps) {
    if (step.do === "pass") day = step.day;
    if (step.do !== "say") continue;
    const { name, say } = step.symbol;
    const atMs = instant(day, said.length + 1);
    const timeline = () => functions.timelineOf(said, settings);
    const known = { said, timeline, atMs };
    const statement = say(`${said.length}.${name}@${day}`, atMs, known);
    if (statement) said.push(statement);
  }
  const { length: count } = said;
  const world: World = { ...newWorld(day), count, said, kept: said };
  return { text: faultOfAccess(world, rules), taken: count };
}

export function randomSteps(
  alphabet: readonly Symbol[],
  chance: Chance,
): Step[] {
  const steps: Step[] = [];
  const length = chance.between(minStatements, maxStatements);
  // Some histories have no moves and some have no delays, so that each of the two is also met alone.
  const moves = chance.oneOf(["none", "made", "any outcome"] as const);
  /** The chance, in thirds, that no statement arrives now. */
  const delays = chance.between(0, 2);
  let inFlight = 0;
  for (let said = 0, day = 0; said < length; said++) {
    if (day < allDays.length - 2 && chance.happens(1 / 3))
      steps.push({ do: "pass", day: allDays[++day]! });
    steps.push({ do: "say", symbol: chance.oneOf(alphabet) });
    inFlight++;
    while (inFlight > 0 && chance.between(0, 2) >= delays) {
      steps.push({ do: "arrive", nth: chance.between(0, --inFlight) });
    }
    for (let nth = chance.between(0, 3); nth > 0 && moves !== "none"; nth--)
      steps.push({
        do: "move",
        outcome: moves === "made" ? "made" : chance.oneOf(outcomes),
      });
  }
  while (inFlight > 0)
    steps.push({ do: "arrive", nth: chance.between(0, --inFlight) });
  return steps;
}
