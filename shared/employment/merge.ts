import { dayMs } from "../durations.ts";
import { employments } from "./employments.ts";
import { compare } from "./order.ts";
import type { Settings, Statement } from "./statement.ts";
import { latestOf } from "./wanted.ts";

/** The most statements that are kept of one employee. */
export const maxStatements = 64;

/** A statement that arrives so late can still lie between two repetitions that are kept. */
const lateMs = 3 * dayMs;

/** A statement of this age is dropped if everything holds without it. */
const oldMs = 90 * dayMs;

/** Merges repetitions, and drops what is overtaken and can no longer matter. */
export function merge(
  statements: readonly Statement[],
  settings: Settings,
  nowMs: number,
): Statement[] {
  let kept = withoutRepetitions([...statements].sort(compare), settings);
  const holds = keyOf(kept, settings, nowMs);
  const without = (one: Statement): Statement[] =>
    kept.filter((other) => other !== one);
  const isNeedless = (one: Statement): boolean =>
    keyOf(without(one), settings, nowMs) === holds;
  for (const one of kept) {
    const mayGo = one.kind === "changed" || one.atMs < nowMs - oldMs;
    if (mayGo && isNeedless(one)) kept = without(one);
  }
  while (kept.length > maxStatements) {
    const [oldest] = kept;
    const change = kept.find(({ kind }) => kind === "changed");
    const needless = kept.find(isNeedless) ?? change ?? oldest;
    if (needless !== undefined) kept = without(needless);
  }
  return kept;
}

/** Of the repetitions that say the same, the first one stays, the last one, and those of the days before it. */
function withoutRepetitions(
  ordered: Statement[],
  settings: Settings,
): Statement[] {
  const { verdicts } = employments(ordered, settings);
  const runs = Map.groupBy(ordered, ({ id, ...said }) => {
    const verdict = verdicts.get(id);
    return JSON.stringify(
      verdict?.is === "repeats"
        ? [verdict.of, { ...said, atMs: 0, ownDay: 0 }]
        : id,
    );
  });
  const middle = [...runs.values()].flatMap((run) =>
    run
      .slice(1, -1)
      .filter(({ atMs }) => atMs < (run.at(-1)?.atMs ?? atMs) - lateMs),
  );
  return ordered.filter((one) => !middle.includes(one));
}

/** What holds now and later, in one comparable text. */
function keyOf(
  statements: Statement[],
  settings: Settings,
  nowMs: number,
): string {
  const holds = employments(statements, settings);
  const { fields } = holds;
  const due = fields.filter(({ dueMs }) => dueMs <= nowMs);
  return JSON.stringify([
    holds.employments,
    holds.suspensions.filter(({ until }) => !until || until.dueMs > nowMs),
    latestOf(due),
    latestOf(due.filter(({ isForCreation }) => !isForCreation)),
    fields.filter(({ dueMs }) => dueMs > nowMs),
    [...holds.verdicts].filter(([, { is }]) => is === "needs-decision"),
  ]);
}
