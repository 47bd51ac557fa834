import { dayMs } from "../durations.ts";
import { employments } from "./employments.ts";
import type { FieldTime, Holds } from "./holds.ts";
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
 * @returns what is kept, and what follows from that
 */
export function merge(
  statements: readonly Statement[],
  holds: Holds,
  settings: Settings,
  nowMs: number,
): { statements: Statement[]; holds: Holds } {
  let kept = withoutRepetitions(statements, holds);
  const holdsOf = (some: Statement[]) =>
    some.length === statements.length ? holds : employments(some, settings);
  const without = (one?: Statement) => kept.filter((other) => other !== one);
  const keyOf = (some: Statement[]) => textOf(holdsOf(some), nowMs);
  let key: string | undefined;
  const isNeedless = (one: Statement) =>
    keyOf(without(one)) === (key ??= keyOf(kept));
  const usedBy = new Set(usedFields(holds, nowMs).map(({ by }) => by));
  for (const one of kept) {
    const isOvertaken = one.kind === "changed" && !usedBy.has(one.id);
    if ((isOvertaken || one.atMs < nowMs - oldMs) && isNeedless(one))
      kept = without(one);
  }
  while (kept.length > maxStatements) {
    kept = without(
      kept.find(isNeedless) ??
        kept.find(({ kind }) => kind === "changed") ??
        kept.findLast(({ kind }) => kind === "suspended") ??
        kept[0],
    );
    key = undefined;
  }
  return { statements: kept, holds: holdsOf(kept) };
}

/** Of the repetitions that say the same, the first one stays, the last one, and those of the days before it. */
function withoutRepetitions(
  statements: readonly Statement[],
  { verdicts }: Holds,
): Statement[] {
  const ordered = statements.toSorted(compareStatements);
  const ruled = new Set(
    ordered.map((one) => (one.kind === "ruled" ? one.about : "")),
  );
  const repetitions = ordered.flatMap((said) => {
    const verdict = verdicts.get(said.id);
    return verdict?.is === "repeats" && !ruled.has(said.id)
      ? { said, of: verdict.of }
      : [];
  });
  const runs = Map.groupBy(repetitions, ({ said, of }) =>
    JSON.stringify([of, { ...said, id: "", atMs: 0, ownDay: 0 }]),
  );
  const needless = new Set<Statement>();
  for (const run of runs.values()) {
    const lateAtMs = Number(run.at(-1)?.said.atMs) - lateMs;
    for (const { said } of run.slice(1))
      if (said.atMs < lateAtMs) needless.add(said);
  }
  return ordered.filter((one) => !needless.has(one));
}

/** The values that count now or later. */
function usedFields(holds: Holds, nowMs: number): FieldTime[] {
  const { fields, createWith } = wanted(holds, nowMs);
  const later = holds.fields.filter(({ dueMs }) => dueMs > nowMs);
  return [...fields, ...createWith, ...later];
}

/** What holds now and later, in one comparable text, with what operators have decided about it. */
function textOf(holds: Holds, nowMs: number): string {
  const { employments: known, rulings, verdicts } = holds;
  const fields = usedFields(holds, nowMs);
  const suspensions = holds.suspensions.filter(
    ({ until }) => !until || until.dueMs > nowMs,
  );
  const counting = [
    ...fields.map(({ by }) => by),
    ...known.flatMap(({ end }) => end?.word.id ?? []),
    ...suspensions.map(({ word }) => word.id),
  ];
  return JSON.stringify([
    fields,
    known,
    suspensions,
    [...verdicts].filter(([, { is }]) => is === "needs-decision"),
    counting.map((id) => rulings.get(id)),
  ]);
}
