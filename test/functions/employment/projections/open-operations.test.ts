import { expect, it } from "vitest";
import { project } from "../../../../functions/employment/projections.ts";
import type { Word } from "../../../../shared/employment/statement.ts";
import type { OpenOperation } from "../../../../shared/store/employee.ts";
import type { WorkflowOutcome } from "../../../../shared/store/operation.ts";
import {
  alphabetA,
  days,
} from "../../../shared/employment/checker/alphabets.ts";
import {
  breadthFirst,
  keyOf,
} from "../../../shared/employment/checker/explore.ts";
import { ruleFunctions } from "../../../shared/employment/checker/rule-functions.ts";
import { rowOf } from "../../../shared/employment/checker/shrink.ts";
import {
  moveOf,
  newWorld,
  nowMs,
  type Rules,
  type Step,
  take,
  timelineOfWorld,
  type World,
} from "../../../shared/employment/checker/world.ts";
import { effort } from "../../../resilience/effort.ts";

const rules: Rules = { functions: ruleFunctions, settings: {} };

const allDays = Object.values(days);

/** A state of the model checker (`checker/world.ts`), and the operations of its statements that are not final. */
type Situated = { world: World; open: readonly OpenOperation[] };

/** Takes a step, opens the operation that it says something about, and closes the final ones. */
function takeStep({ world, open }: Situated, step: Step): Situated | undefined {
  const after = take(world, step, rules);
  if (!after) return undefined;
  const { said, kept } = after;
  const heard = said.length > world.said.length ? said.at(-1) : undefined;
  let opened = open;
  if (heard?.kind === "ruled") {
    const word = said.find(({ id }) => id === heard.about);
    if (word && word.kind !== "ruled") opened = reopened(open, word, after);
  } else if (heard) {
    const verdict = after.last?.verdict;
    const isKept = kept.some(({ id }) => id === heard.id);
    // The item does not keep a repetition, so its operation keeps the verdict.
    const merged = !isKept && verdict?.is === "repeats" ? { verdict } : {};
    opened = reopened(open, heard, after, merged);
  }
  const shown = shownIn({ world: after, open: opened });
  const left = opened.filter(({ id }) => {
    const status = shown.get(id)?.status;
    return status !== "succeeded" && status !== "cancelled";
  });
  return { world: after, open: left };
}

/** The open operations, with that of a statement as the newest. */
function reopened(
  open: readonly OpenOperation[],
  { id, kind }: { id: string; kind: Word["kind"] },
  world: World,
  more: Partial<OpenOperation> = {},
): OpenOperation[] {
  const others = open.filter((one) => one.id !== id);
  const atMs = nowMs(world);
  return [...others, { id, type: `employee.${kind}` as const, atMs, ...more }];
}

function shownIn({ world, open }: Situated): Map<string, WorkflowOutcome> {
  const timeline = timelineOfWorld(world, rules);
  return project(
    {
      timeline,
      wanted: rules.functions.wanted(timeline, nowMs(world)),
      move: moveOf(world, rules),
      nowMs: nowMs(world),
      item: { person: world.person, unfinished: [...open], statements: [] },
    },
    new Map(),
  );
}

/** The fault of what the operations show. Undefined: none. */
function faultOf(situated: Situated): string | undefined {
  const { world, open } = situated;
  const shown = shownIn(situated);
  const now = nowMs(world);
  const move = moveOf(world, rules);
  const outcomesShown = [...shown.values()];
  const isAtWork = open.some(({ id }) => !shown.has(id));
  const isAtRest = move.do === "wait" || move.do === "nothing";
  if (!isAtRest && !isAtWork) return `no operation does: ${move.do}`;
  if (isAtRest && isAtWork) return `at work without a move: ${move.do}`;
  const because = move.do === "nothing" ? move.because : undefined;
  const asks = outcomesShown.some(
    (one) => one.reason === because || one.status === "waiting",
  );
  if (because && !asks) return `no operation asks: ${because}`;
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
      return `no operation wakes on day ${day} for: ${missed.do}`;
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
      take: takeStep,
      keyOf: ({ world, open }) =>
        keyOf(world) + JSON.stringify(open.map(({ id }) => id)),
      faultOfNew: faultOf,
    });
    expect(faults.map((fault) => rowOf(fault, rules))).toEqual([]);
    expect(states).toBeGreaterThan(effort(5_000, 50_000));
  },
);
