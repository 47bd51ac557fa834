import { dayMs } from "../durations.ts";
import type { ReasonCode } from "../reason-codes.ts";
import { timelineOf } from "./timeline-of.ts";
import { type Timeline, inForce, overtaken, refused } from "./timeline.ts";
import { merge } from "./merge.ts";
import type { SeenPerson } from "./move.ts";
import type { Settings, Statement, Verdict } from "./statement.ts";
import { wanted } from "./wanted.ts";

/** A statement is too old if it is older than the oldest kept one by more than this. */
const horizonMs = 90 * dayMs;

/** `person`: as seen when the statement arrives. */
type Context = Settings & { person: SeenPerson; nowMs: number };

/** The kept statements, the timeline of all, also of the dropped ones, and the verdict of the new one. */
type Heard = { statements: Statement[]; timeline: Timeline; verdict: Verdict };

/**
 * Adds a statement to the earlier ones, and drops statements that can no longer matter.
 *
 * @param statements - as an earlier call returned them: the oldest first
 */
export function say(
  statements: readonly Statement[],
  said: Statement,
  context: Context,
): Heard {
  const { nowMs } = context;
  const [oldest = said] = statements;
  const isTooOld = said.atMs < oldest.atMs - horizonMs;
  const isKnown = statements.some(({ id }) => id === said.id);
  const noted = noteMetPerson(said, context);
  const all = [...statements, ...(isTooOld || isKnown ? [] : [noted])];
  const timeline = timelineOf(all, context);
  const verdict = isTooOld
    ? overtaken("too-old")
    : (timeline.verdicts.get(said.id) ?? inForce);
  if (isTooOld || isKnown) return { statements: all, timeline, verdict };
  const judged = judge(statements, timeline, verdict, context);
  // Read again as a judged statement, which changes nothing.
  if (judged) return say(statements, { ...noted, judged }, context);
  return { statements: merge(all, timeline, nowMs), timeline, verdict };
}

/** Notes in a hire or an adoption without the scope `offboard` that a person exists. */
function noteMetPerson(said: Statement, { person }: Context): Statement {
  if (said.kind !== "hired" && said.kind !== "adopted") return said;
  const isMet = person.is !== "none" && person.is !== "gone";
  return isMet && !said.mayOffboard ? { ...said, metPerson: true } : said;
}

/** Why a statement changes nothing: no right, or it gives access after the deletion began, and opens no employment. */
function judge(
  statements: readonly Statement[],
  after: Timeline,
  verdict: Verdict,
  { person, nowMs }: Context,
): ReasonCode | undefined {
  if (verdict === refused) return "scope-missing";
  if (person.is !== "gone" && person.is !== "being-deleted") return undefined;
  const before = timelineOf(statements);
  const isOpened = after.employments.length > before.employments.length;
  if (isOpened || isEmployed(before, nowMs) || !isEmployed(after, nowMs))
    return undefined;
  return "deletion-began";
}

function isEmployed(timeline: Timeline, nowMs: number): boolean {
  const { is, reason } = wanted(timeline, nowMs);
  return is === "enabled" || reason === "suspension";
}
