import { dayMs } from "../durations.ts";
import type { ReasonCode } from "../reason-codes.ts";
import { employments } from "./employments.ts";
import { type Holds, overtaken, standingOf } from "./holds.ts";
import { merge } from "./merge.ts";
import type { SeenPerson } from "./move.ts";
import { compareStatements } from "./order.ts";
import type { Settings, Statement, Verdict } from "./statement.ts";
import { wanted } from "./wanted.ts";

/** What is so much older than the oldest statement kept is too old. */
const horizonMs = 90 * dayMs;

/** `person`: as seen when the statement arrives. */
type Context = { person: SeenPerson; settings: Settings; nowMs: number };

/**
 * Adds what was said to what has been said, and drops what can no longer matter.
 *
 * @param statements - as an earlier call returned them: the oldest first
 * @returns what is kept, and what the new statement came to, also if it is not kept
 */
export function say(
  statements: readonly Statement[],
  said: Statement,
  context: Context,
): { statements: Statement[]; verdict: Verdict } {
  const { settings, nowMs } = context;
  const verdictIn = ({ verdicts }: Holds): Verdict =>
    verdicts.get(said.id) ?? { is: "in-force" };
  if (statements.some(({ id }) => id === said.id)) {
    const verdict = verdictIn(employments(statements, settings));
    return { statements: [...statements], verdict };
  }
  const [oldest = said] = statements;
  if (said.kind !== "ruled" && said.atMs < oldest.atMs - horizonMs)
    return { statements: [...statements], verdict: overtaken("too-old") };
  const heard = aboutTheFirst(statements, said, settings);
  const judged = judge(statements, heard, context);
  const all = [...statements, judged ? { ...heard, judged } : heard];
  const holds = employments(all, settings);
  const kept = merge(all, holds, settings, nowMs);
  return { statements: kept, verdict: verdictIn(holds) };
}

/** A ruling about a repetition is about the statement that it repeats. */
function aboutTheFirst(
  statements: readonly Statement[],
  said: Statement,
  settings: Settings,
): Statement {
  if (said.kind !== "ruled") return said;
  const about = employments(statements, settings).verdicts.get(said.about);
  return about?.is === "repeats" ? { ...said, about: about.of } : said;
}

/** What lacks the right, and what gives access against a deletion that began without opening a next employment. */
function judge(
  statements: readonly Statement[],
  said: Statement,
  { person, settings, nowMs }: Context,
): ReasonCode | undefined {
  const hasPerson = person.is !== "none" && person.is !== "gone";
  if (lacksRight(statements, said, hasPerson, settings)) return "scope-missing";
  if (person.is !== "gone" && person.is !== "being-deleted") return undefined;
  const before = employments(statements, settings);
  const after = employments([...statements, said], settings);
  const isOpened = after.employments.length > before.employments.length;
  const isEmployed = (holds: Holds): boolean => {
    const { is, reason } = wanted(holds, nowMs);
    return is === "enabled" || reason === "suspension";
  };
  const isAgainst = !isOpened && !isEmployed(before) && isEmployed(after);
  return isAgainst ? "deletion-began" : undefined;
}

/**
 * Without the scope `offboard`, a caller opens an employment only for an employee without a person and with none to
 * come, and moves only a start that it was the last to say. This is judged at the place of the word in the order.
 */
function lacksRight(
  statements: readonly Statement[],
  said: Statement,
  hasPerson: boolean,
  settings: Settings,
): boolean {
  if (said.kind !== "hired" && said.kind !== "adopted") return false;
  if (said.mayOffboard) return false;
  const earlier = statements.filter(
    (one) => one.kind === "ruled" || compareStatements(one, said) < 0,
  );
  const before = employments(earlier, settings).employments;
  const after = employments([...earlier, said], settings).employments;
  const isToCome = before.some(
    (one) => standingOf(one, before, said.ownDay) === "to-come",
  );
  if (after.length > before.length) return hasPerson || isToCome;
  const moved = after.findIndex(({ startBy }) => startBy.id === said.id);
  return moved >= 0 && before[moved]?.startCaller !== said.caller;
}
