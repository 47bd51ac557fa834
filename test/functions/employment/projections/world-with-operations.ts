import { project } from "../../../../functions/employment/projections.ts";
import type { WorkflowOutcome } from "../../../../shared/store/operation.ts";
import type { Word } from "../../../../shared/employment/statement.ts";
import type { OpenOperation } from "../../../../shared/store/employee.ts";
import {
  timelineOfWorld,
  moveOf,
  nowMs,
  type Rules,
  type Step,
  take,
  type World,
} from "../../../shared/employment/checker/world.ts";

/** A world of the checker, and the operations of its words that are not final. */
export type Situated = { world: World; open: readonly OpenOperation[] };

/** Takes a step, opens the operation that it says something about, and closes the final ones. */
export function takeStep(
  { world, open }: Situated,
  step: Step,
  rules: Rules,
): Situated | undefined {
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
    const merged = !isKept && verdict?.is === "repeats" ? { verdict } : {};
    opened = reopened(open, heard, after, merged);
  }
  const shown = shownIn({ world: after, open: opened }, rules);
  const left = opened.filter(({ id }) => {
    const status = shown.get(id)?.status;
    return status !== "succeeded" && status !== "cancelled";
  });
  return { world: after, open: left };
}

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

export function shownIn(
  { world, open }: Situated,
  rules: Rules,
): Map<string, WorkflowOutcome> {
  const timeline = timelineOfWorld(world, rules);
  return project({
    timeline,
    wanted: rules.core.wanted(timeline, nowMs(world)),
    move: moveOf(world, rules),
    nowMs: nowMs(world),
    item: { person: world.person, unfinished: [...open] },
  });
}
