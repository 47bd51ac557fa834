import { dayMs } from "../durations.ts";
import type { ReasonCode } from "../reason-codes.ts";
import { employments } from "./employments.ts";
import type { Holds } from "./holds.ts";
import { merge } from "./merge.ts";
import type { Person } from "./move.ts";
import type { Settings, Statement, Verdict } from "./statement.ts";
import { standingOf } from "./timeline.ts";
import { wanted } from "./wanted.ts";

/** What is so much older than the oldest statement kept is too old. */
const horizonMs = 90 * dayMs;

/** `person`: as seen when the statement arrives. */
export type Context = { person: Person; settings: Settings; nowMs: number };

/**
 * Adds what was said to what has been said, and drops what can no longer matter.
 *
 * @param statements - in the order of `say`: the oldest first
 * @returns what is kept, and what the new statement came to, also if it is not kept
 */
export function say(
  statements: readonly Statement[],
  said: Statement,
  context: Context,
): { statements: Statement[]; verdict: Verdict } {
  const { settings, nowMs } = context;
  const before = employments(statements, settings);
  const known = before.verdicts.get(said.id);
  if (known !== undefined)
    return { statements: [...statements], verdict: known };
  const [oldest = said] = statements;
  if (said.kind !== "ruled" && said.atMs < oldest.atMs - horizonMs)
    return {
      statements: [...statements],
      verdict: { is: "overtaken", because: "too-old" },
    };
  const canonical = aboutTheFirst(said, before);
  const after = employments([...statements, canonical], settings);
  const judged = judge(canonical, before, after, context);
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

/** What is judged when the statement arrives, with the person as then seen. */
function judge(
  said: Statement,
  before: Holds,
  after: Holds,
  { person, nowMs }: Context,
): ReasonCode | undefined {
  const isOpened = after.employments.length > before.employments.length;
  if (lacksRight(said, before, after, person)) return "scope-missing";
  const isLost = person.is === "being-deleted" || person.is === "gone";
  const revives =
    !isOpened && !isEmployed(before, nowMs) && isEmployed(after, nowMs);
  return isLost && revives ? "deletion-began" : undefined;
}

/**
 * Without the scope `offboard`, a caller opens an employment only for an employee without a person and with none to
 * come, and moves only a start that it was the last to say.
 */
function lacksRight(
  said: Statement,
  { employments: before }: Holds,
  { employments: after }: Holds,
  person: Person,
): boolean {
  if (said.kind !== "hired" && said.kind !== "adopted") return false;
  if (said.mayOffboard) return false;
  if (after.length > before.length)
    return (
      (person.is !== "none" && person.is !== "gone") ||
      before.some((one) => standingOf(one, before, said.ownDay) === "to-come")
    );
  const moved = after.findIndex(
    ({ start }, index) => start.day !== before[index]?.start.day,
  );
  return moved >= 0 && before[moved]?.startCaller !== said.caller;
}

function isEmployed(holds: Holds, nowMs: number): boolean {
  const { is, reason } = wanted(holds, nowMs);
  return is === "enabled" || reason === "suspension";
}
