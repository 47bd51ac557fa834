import { dayMs } from "../durations.ts";
import { employments } from "./employments.ts";
import type { Holds } from "./holds.ts";
import { compareStatements } from "./order.ts";
import type { Settings, Statement } from "./statement.ts";
import { wanted } from "./wanted.ts";

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
  let kept = withoutRepetitions(statements, holds);
  const without = (one?: Statement) => kept.filter((other) => other !== one);
  const keyOf = (some: Statement[]) =>
    textOf(employments(some, settings), nowMs);
  const isNeedless = (one: Statement) => keyOf(without(one)) === keyOf(kept);
  for (const one of kept) {
    const mayGo = one.kind === "changed" || one.atMs < nowMs - oldMs;
    if (mayGo && isNeedless(one)) kept = without(one);
  }
  while (kept.length > maxStatements)
    kept = without(
      kept.find(isNeedless) ??
        kept.find(({ kind }) => kind === "changed") ??
        kept.findLast(({ kind }) => kind === "suspended") ??
        kept[0],
    );
  return kept;
}

/** Of the repetitions that say the same, the first one stays, the last one, and those of the days before it. */
function withoutRepetitions(
  statements: readonly Statement[],
  { verdicts }: Holds,
): Statement[] {
  const ordered = statements.toSorted(compareStatements);
  const runs = Map.groupBy(ordered, ({ id, ...said }) => {
    const verdict = verdicts.get(id);
    if (verdict?.is !== "repeats") return id;
    return JSON.stringify([verdict.of, { ...said, atMs: 0, ownDay: 0 }]);
  });
  const needless = [...runs.values()].flatMap((run) => {
    const lateAtMs = Number(run.at(-1)?.atMs) - lateMs;
    return run.slice(1).filter(({ atMs }) => atMs < lateAtMs);
  });
  return ordered.filter((one) => !needless.includes(one));
}

/** What holds now and later, in one comparable text. */
function textOf(holds: Holds, nowMs: number): string {
  const { fields, createWith } = wanted(holds, nowMs);
  return JSON.stringify([
    [fields, createWith, holds.employments],
    holds.suspensions.filter(({ until }) => !until || until.dueMs > nowMs),
    holds.fields.filter(({ dueMs }) => dueMs > nowMs),
    [...holds.verdicts].filter(([, { is }]) => is === "needs-decision"),
  ]);
}
