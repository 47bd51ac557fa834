import { expect, it } from "vitest";
import {
  alphabetA,
  days,
} from "../../../shared/employment/checker/alphabets.ts";
import { core } from "../../../shared/employment/checker/core.ts";
import {
  moveOf,
  newWorld,
  nowMs,
  type Outcome,
  type Rules,
  type Step,
} from "../../../shared/employment/checker/world.ts";
import { effort } from "../../../resilience/effort.ts";
import { shownIn, type Situated, takeStep } from "./world-with-operations.ts";

const rules: Rules = {
  core,
  settings: { rehireWithoutStartDate: "report", repeatedHire: "report" },
};

const allDays = Object.values(days);
const outcomes: Outcome[] = ["made", "lost", "held"];

function* stepsFrom({ world }: Situated, length: number): Generator<Step> {
  if (world.inFlight.length > 0) {
    for (let nth = 0; nth < world.inFlight.length; nth++)
      yield { do: "arrive", nth };
  }
  if (world.count < length)
    for (const symbol of alphabetA) yield { do: "say", symbol };
  const day = allDays.find((one) => one > world.day);
  if (day !== undefined) yield { do: "pass", day };
  for (const outcome of outcomes) yield { do: "move", outcome };
}

function keyOf({ world, open }: Situated): string {
  return JSON.stringify([
    world.day,
    world.said.map(({ id }) => id).sort(),
    world.inFlight.map(({ id }) => id),
    world.kept.map(({ id }) => id).sort(),
    [world.person, world.platform, world.limits],
    open.map(({ id }) => id),
  ]);
}

/** What is wrong with what the operations show. Undefined: nothing. */
function faultOf(situated: Situated): string | undefined {
  const { world, open } = situated;
  const shown = shownIn(situated, rules);
  const now = nowMs(world);
  const move = moveOf(world, rules);
  const outcomesShown = [...shown.values()];
  const isAtWork = open.some(({ id }) => !shown.has(id));
  const isAtRest = move.do === "wait" || move.do === "nothing";
  if (!isAtRest && !isAtWork) return `nobody does: ${move.do}`;
  if (isAtRest && isAtWork) return `at work without a move: ${move.do}`;
  const because = move.do === "nothing" ? move.because : undefined;
  const asks = outcomesShown.some(
    (one) => one.reason === because || one.status === "waiting",
  );
  if (because && !asks) return `nobody asks: ${because}`;
  const dueAtMs = outcomesShown.flatMap((one) =>
    one.status === "waiting" ? one.dueAtMs : [],
  );
  if (dueAtMs.some((dueMs) => dueMs <= now)) return "waits for the past";
  if (!isAtRest) return undefined;
  const wakesAtMs = Math.min(...dueAtMs);
  for (const day of allDays) {
    const later = { ...world, day };
    if (day <= world.day || nowMs(later) >= wakesAtMs) continue;
    const missed = moveOf(later, rules);
    if (missed.do !== "wait" && missed.do !== "nothing")
      return `nobody wakes on day ${day} for: ${missed.do}`;
  }
  return undefined;
}

type Node = { situated: Situated; step?: Step; from?: Node };

function historyOf(node: Node): string {
  const steps: string[] = [];
  for (let at: Node | undefined = node; at?.step; at = at.from) {
    const { step } = at;
    steps.unshift(
      step.do === "say"
        ? `say ${step.symbol.name}`
        : Object.values(step).join(" "),
    );
  }
  return steps.join("; ");
}

/** Breadth first, from one of so many parts of the first words. */
function explore(length: number, parts: number) {
  let firsts = 0;
  const start: Node = { situated: { world: newWorld(days.a), open: [] } };
  const seen = new Set([keyOf(start.situated)]);
  const faults: string[] = [];
  let frontier = [start];
  while (frontier.length > 0 && faults.length < 20) {
    const next: Node[] = [];
    for (const node of frontier)
      for (const step of stepsFrom(node.situated, length)) {
        const isFirst = step.do === "say" && node.situated.world.count === 0;
        if (isFirst && firsts++ % parts !== 0) continue;
        const situated = takeStep(node.situated, step, rules);
        if (!situated) continue;
        const key = keyOf(situated);
        if (seen.has(key)) continue;
        seen.add(key);
        const reached = { situated, step, from: node };
        const fault = faultOf(situated);
        if (fault === undefined) next.push(reached);
        else if (faults.length < 20)
          faults.push(
            `${historyOf(reached)} | ${fault} | ${JSON.stringify([...shownIn(situated, rules)])}`,
          );
      }
    frontier = next;
  }
  return { states: seen.size, faults };
}

it(
  "in every world, each move has an operation at work, and each instant one that waits for it",
  { timeout: 120_000 },
  () => {
    const { states, faults } = explore(2, effort(12, 1));
    expect(faults).toEqual([]);
    expect(states).toBeGreaterThan(effort(5_000, 50_000));
  },
);
