import { dayMs } from "../durations.ts";
import type { ReasonCode } from "../reason-codes.ts";
import { employments } from "./employments.ts";
import { type Holds, standingOf } from "./holds.ts";
import { merge } from "./merge.ts";
import type { Person } from "./move.ts";
import { compare } from "./order.ts";
import type { Settings, Statement, Verdict } from "./statement.ts";
import { wanted } from "./wanted.ts";

/** What is so much older than the oldest statement kept is too old. */
const horizonMs = 90 * dayMs;

/** `person`: as seen when the statement arrives. */
export type Context = { person: Person; settings: Settings; nowMs: number };

/**
 * Adds what was said to what has been said, and drops what can no longer matter.
 *
 * @param statements - as an earlier call returned them: the oldest first
 * @returns what is kept, and what the new statement came to, also if it is not kept
 */
export function say(
  statements: readonly Statement[],
  said: Statement,
  { person, settings, nowMs }: Context,
): { statements: Statement[]; verdict: Verdict } {
  const before = employments(statements, settings);
  if (statements.some(({ id }) => id === said.id)) {
    const verdict = before.verdicts.get(said.id) ?? { is: "in-force" };
    return { statements: [...statements], verdict };
  }
  const [oldest = said] = statements;
  if (said.kind !== "ruled" && said.atMs < oldest.atMs - horizonMs) {
    const verdict: Verdict = { is: "overtaken", because: "too-old" };
    return { statements: [...statements], verdict };
  }
  const canonical = aboutTheFirst(said, before);
  const after = employments([...statements, canonical], settings);
  const judged: ReasonCode | undefined = lacksRight(
    statements,
    said,
    person,
    settings,
  )
    ? "scope-missing"
    : isAgainstDeletion(before, after, person, nowMs)
      ? "deletion-began"
      : undefined;
  const all = [...statements, judged ? { ...canonical, judged } : canonical];
  const { verdicts } = judged ? employments(all, settings) : after;
  const verdict = verdicts.get(said.id) ?? { is: "in-force" };
  return { statements: merge(all, settings, nowMs), verdict };
}

/** A ruling about a repetition is about the statement that it repeats. */
function aboutTheFirst(said: Statement, { verdicts }: Holds): Statement {
  if (said.kind !== "ruled") return said;
  const about = verdicts.get(said.about);
  return about?.is === "repeats" ? { ...said, about: about.of } : said;
}

/**
 * Without the scope `offboard`, a caller opens an employment only for an employee without a person and with none to
 * come, and moves only a start that it was the last to say. This is judged at the place of the word in the order.
 */
function lacksRight(
  statements: readonly Statement[],
  said: Statement,
  person: Person,
  settings: Settings,
): boolean {
  if (said.kind !== "hired" && said.kind !== "adopted") return false;
  if (said.mayOffboard) return false;
  const earlier = statements.filter(
    (one) => one.kind === "ruled" || compare(one, said) < 0,
  );
  const before = employments(earlier, settings);
  const after = employments([...earlier, said], settings).employments;
  if (after.length > before.employments.length)
    return (
      (person.is !== "none" && person.is !== "gone") ||
      before.employments.some(
        (one) => standingOf(one, before, said.ownDay) === "to-come",
      )
    );
  const moved = after.findIndex(({ startBy }) => startBy === said.id);
  return moved >= 0 && before.employments[moved]?.startCaller !== said.caller;
}

/** After a deletion began, only a next employment gives access. */
function isAgainstDeletion(
  before: Holds,
  after: Holds,
  person: Person,
  nowMs: number,
): boolean {
  const isOpened = after.employments.length > before.employments.length;
  const isEmployed = (holds: Holds): boolean => {
    const { is, reason } = wanted(holds, nowMs);
    return is === "enabled" || reason === "suspension";
  };
  return (
    (person.is === "being-deleted" || person.is === "gone") &&
    !isOpened &&
    !isEmployed(before) &&
    isEmployed(after)
  );
}
