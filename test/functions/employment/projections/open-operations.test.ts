import { expect, it } from "vitest";
import {
  alphabetA,
  days,
} from "../../../shared/employment/checker/alphabets.ts";
import { core } from "../../../shared/employment/checker/core.ts";
import {
  breadthFirst,
  keyOf,
} from "../../../shared/employment/checker/explore.ts";
import { rowOf } from "../../../shared/employment/checker/shrink.ts";
import {
  moveOf,
  newWorld,
  nowMs,
  type Rules,
} from "../../../shared/employment/checker/world.ts";
import { effort } from "../../../resilience/effort.ts";
import { shownIn, type Situated, takeStep } from "./world-with-operations.ts";

const rules: Rules = {
  core,
  settings: { rehireWithoutStartDate: "report", repeatedHire: "report" },
};

const allDays = Object.values(days);

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

it(
  "in every world, each move has an operation at work, and each instant one that waits for it",
  { timeout: 120_000 },
  () => {
    const start: Situated = { world: newWorld(days.a), open: [] };
    const { states, faults } = breadthFirst(start, {
      alphabet: alphabetA,
      length: 2,
      part: { index: 0, of: effort(12, 1) },
      take: (before, step) => takeStep(before, step, rules),
      keyOf: ({ world, open }) =>
        keyOf(world) + JSON.stringify(open.map(({ id }) => id)),
      faultOfNew: faultOf,
    });
    expect(faults.map((fault) => rowOf(fault, rules))).toEqual([]);
    expect(states).toBeGreaterThan(effort(5_000, 50_000));
  },
);
