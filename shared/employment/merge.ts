import { dayMs } from "../durations.ts";
import { timelineOf } from "./timeline-of.ts";
import { hasCome, type Timeline } from "./timeline.ts";
import { compareStatements } from "./order.ts";
import type { Statement } from "./statement.ts";
import { wanted } from "./wanted.ts";

/** The most statements that are kept of one employee. */
export const maxStatements = 64;

/** A statement can arrive this late. Repetitions of this time before the last one are kept: it may lie between them. */
const lateMs = 3 * dayMs;

/** From this age on, a statement is dropped if nothing changes without it. A change without a ruling need not wait. */
const oldMs = 90 * dayMs;

/** Merges repetitions, and drops what is overtaken and can no longer matter. */
export function merge(
  statements: readonly Statement[],
  timeline: Timeline,
  nowMs: number,
): Statement[] {
  let kept = withoutRepetitions(statements, timeline);
  const timelineWith = (some: Statement[]) =>
    some.length === statements.length ? timeline : timelineOf(some, timeline);
  const without = (one?: Statement) => kept.filter((other) => other !== one);
  // Nothing may change either if an identity provider takes its terminations and suspensions back: the words of others
  // which these hide count again then. So the timeline without them is compared, too.
  const textWith = (some: Statement[]) => {
    const left = some.filter((one) => !isOfProvider(one));
    const timelines = [timelineWith(some)];
    if (left.length < some.length) timelines.push(timelineOf(left, timeline));
    return timelines.map((one) => textOf(one, nowMs)).join(" ");
  };
  let text = textWith(kept);
  const isNeedless = (one: Statement) => textWith(without(one)) === text;
  // A change with a ruling stays: its operation shows what an operator has decided.
  const isChange = ({ kind, id }: Statement) =>
    kind === "changed" && !timeline.rulings.has(id);
  for (const one of kept)
    if (isChange(one) || one.atMs < nowMs - oldMs)
      if (isNeedless(one)) kept = without(one);
  // Too many: a statement without effect goes first, then a change, because access counts more than the profile. Of a
  // flood of suspensions, the newest goes, so that the hire, which is among the oldest, stays.
  while (kept.length > maxStatements) {
    kept = without(
      kept.find(isNeedless) ??
        kept.find(({ kind }) => kind === "changed") ??
        kept.findLast(({ kind }) => kind === "suspended") ??
        kept[0],
    );
    text = textWith(kept);
  }
  return kept;
}

function isOfProvider(one: Statement): boolean {
  const takesAccess = one.kind === "terminated" || one.kind === "suspended";
  return takesAccess && one.byProvider === true;
}

/** Of equal repetitions, these stay: the first one, the last one, and all of the three days before the last one. */
function withoutRepetitions(
  statements: readonly Statement[],
  { verdicts, rulings }: Timeline,
): Statement[] {
  const ordered = statements.toSorted(compareStatements);
  const runs = Map.groupBy(ordered, (one) => {
    const verdict = verdicts.get(one.id);
    return verdict?.is === "repeats" && !rulings.has(one.id)
      ? JSON.stringify([verdict.of, { ...one, id: "", atMs: 0, ownDay: 0 }])
      : one.id;
  });
  const needless = [...runs.values()].flatMap(([, ...run]) => {
    const lateAtMs = (run.at(-1)?.atMs ?? 0) - lateMs;
    return run.filter(({ atMs }) => atMs < lateAtMs);
  });
  return ordered.filter((one) => !needless.includes(one));
}

/** What counts of a timeline now and later, as one text to compare, with what operators have decided about it. */
function textOf(timeline: Timeline, nowMs: number): string {
  const { employments: known, rulings, verdicts } = timeline;
  const { fields, createWith } = wanted(timeline, nowMs);
  const later = timeline.fields.filter((one) => !hasCome(one, nowMs));
  const used = [...fields, ...createWith, ...later];
  const suspensions = timeline.suspensions.filter(
    ({ until }) => !until || !hasCome(until, nowMs),
  );
  const counting = [
    ...used.map(({ by }) => by),
    ...known.flatMap(({ end }) => (end ? [end.word.id, end.termsBy.id] : [])),
    ...suspensions.map(({ word }) => word.id),
  ];
  return JSON.stringify([
    used,
    known,
    suspensions,
    [...verdicts].filter(([, { is }]) => is === "needs-decision"),
    counting.map((id) => rulings.get(id)),
  ]);
}
