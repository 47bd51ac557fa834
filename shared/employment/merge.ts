import { dayMs } from "../durations.ts";
import { employments } from "./employments.ts";
import { compare, saysTheSame } from "./order.ts";
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

/** Of the repetitions of one statement that say the same, the last one stays, and those of the days before it. */
function withoutRepetitions(
  ordered: Statement[],
  settings: Settings,
): Statement[] {
  const { verdicts } = employments(ordered, settings);
  const repeated = (one: Statement): string | undefined => {
    const verdict = verdicts.get(one.id);
    return verdict?.is === "repeats" ? verdict.of : undefined;
  };
  return ordered.filter(
    (one) =>
      repeated(one) === undefined ||
      !ordered.some(
        (later) =>
          one.atMs < later.atMs - lateMs &&
          repeated(later) === repeated(one) &&
          saysTheSame(one, later),
      ),
  );
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
