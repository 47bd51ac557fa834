import { dayMs } from "../durations.ts";
import type { ReasonCode } from "../reason-codes.ts";
import { employments } from "./employments.ts";
import { type Holds, overtaken } from "./holds.ts";
import { refused } from "./story.ts";
import { merge } from "./merge.ts";
import type { SeenPerson } from "./move.ts";
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
  const heard = hear(statements, said, context);
  let all = [...statements, heard];
  let holds = employments(all, settings);
  const judged = judge(statements, holds, verdictIn(holds), context);
  if (judged !== undefined) {
    all = [...statements, { ...heard, judged }];
    holds = employments(all, settings);
  }
  const kept = merge(all, holds, settings, nowMs);
  return { statements: kept, verdict: verdictIn(holds) };
}

/** Adds what was seen, and the statement that a ruling about a repetition is about. */
function hear(
  statements: readonly Statement[],
  said: Statement,
  { person, settings }: Context,
): Statement {
  if (said.kind === "ruled") {
    const about = employments(statements, settings).verdicts.get(said.about);
    return about?.is === "repeats" ? { ...said, about: about.of } : said;
  }
  if (said.kind !== "hired" && said.kind !== "adopted") return said;
  const hasPerson = person.is !== "none" && person.is !== "gone";
  return hasPerson && !said.mayOffboard ? { ...said, metPerson: true } : said;
}

/** What lacks the right, and what gives access against a deletion that began without opening a next employment. */
function judge(
  statements: readonly Statement[],
  after: Holds,
  verdict: Verdict,
  { person, settings, nowMs }: Context,
): ReasonCode | undefined {
  if (verdict === refused) return "scope-missing";
  if (person.is !== "gone" && person.is !== "being-deleted") return undefined;
  const before = employments(statements, settings);
  const isOpened = after.employments.length > before.employments.length;
  const isEmployed = (holds: Holds): boolean => {
    const { is, reason } = wanted(holds, nowMs);
    return is === "enabled" || reason === "suspension";
  };
  const isAgainst = !isOpened && !isEmployed(before) && isEmployed(after);
  return isAgainst ? "deletion-began" : undefined;
}
