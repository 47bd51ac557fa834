import { dayMs } from "../durations.ts";
import { employments } from "./employments.ts";
import type { Holds } from "./holds.ts";
import { compareStatements } from "./order.ts";
import type { Settings, Statement } from "./statement.ts";
import { latestOf } from "./wanted.ts";

/** The most statements that are kept of one employee. */
export const maxStatements = 64;

/** A statement can arrive so late, and lie between two repetitions that are kept. */
const lateMs = 3 * dayMs;

/** A statement of this age is dropped if everything holds without it. A change is dropped at any age. */
const oldMs = 90 * dayMs;

/**
 * Merges repetitions, and drops what is overtaken and can no longer matter.
 *
 * @param holds - what follows from the statements
 */
export function merge(
  statements: readonly Statement[],
  holds: Holds,
  settings: Settings,
  nowMs: number,
): Statement[] {
  let kept = withoutRepetitions([...statements].sort(compareStatements), holds);
  const isNeedless = (one: Statement): boolean => {
    const others = kept.filter((other) => other !== one);
    const without = employments(others, settings);
    return keyOf(without, nowMs) === keyOf(employments(kept, settings), nowMs);
  };
  const drop = (one: Statement | undefined): void => {
    kept = kept.filter((other) => other !== one);
  };
  for (const one of kept) {
    const mayGo = one.kind === "changed" || one.atMs < nowMs - oldMs;
    if (mayGo && isNeedless(one)) drop(one);
  }
  while (kept.length > maxStatements)
    drop(
      kept.find(isNeedless) ??
        kept.find(({ kind }) => kind === "changed") ??
        kept.findLast(({ kind }) => kind === "suspended") ??
        kept[0],
    );
  return kept;
}

/** Of the repetitions that say the same, the first one stays, the last one, and those of the days before it. */
function withoutRepetitions(
  ordered: Statement[],
  { verdicts }: Holds,
): Statement[] {
  const runs = Map.groupBy(ordered, ({ id, ...said }) => {
    const verdict = verdicts.get(id);
    if (verdict?.is !== "repeats") return id;
    return JSON.stringify([verdict.of, { ...said, atMs: 0, ownDay: 0 }]);
  });
  return ordered.filter((one) => {
    const run = [...runs.values()].find((all) => all.includes(one)) ?? [one];
    const lastMs = run.at(-1)?.atMs ?? one.atMs;
    return one === run[0] || one.atMs >= lastMs - lateMs;
  });
}

/** What holds now and later, in one comparable text. */
function keyOf(
  { employments: all, suspensions, fields, verdicts }: Holds,
  nowMs: number,
): string {
  const due = fields.filter(({ dueMs }) => dueMs <= nowMs);
  return JSON.stringify([
    all,
    suspensions.filter(({ until }) => !until || until.dueMs > nowMs),
    latestOf(due),
    latestOf(due.filter(({ isForCreation }) => !isForCreation)),
    fields.filter(({ dueMs }) => dueMs > nowMs),
    [...verdicts].filter(([, { is }]) => is === "needs-decision"),
  ]);
}
