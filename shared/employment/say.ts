import { dayMs } from "../durations.ts";
import type { ReasonCode } from "../reason-codes.ts";
import { timelineOf } from "./timeline-of.ts";
import { type Timeline, inForce, overtaken, refused } from "./timeline.ts";
import { merge } from "./merge.ts";
import type { SeenPerson } from "./move.ts";
import type { Settings, Statement, Verdict } from "./statement.ts";
import { wanted } from "./wanted.ts";

/** What is so much older than the oldest statement kept is too old. */
const horizonMs = 90 * dayMs;

/** `person`: as seen when the statement arrives. */
type Context = { person: SeenPerson; settings: Settings; nowMs: number };

/** What is kept, what follows from all, and what the new statement came to. What is merged or dropped has a verdict too. */
type Heard = { statements: Statement[]; timeline: Timeline; verdict: Verdict };

/**
 * Adds what was said to what has been said, and drops what can no longer matter.
 *
 * @param statements - as an earlier call returned them: the oldest first
 */
export function say(
  statements: readonly Statement[],
  said: Statement,
  context: Context,
): Heard {
  const { settings, nowMs } = context;
  const [oldest = said] = statements;
  const isTooOld = said.atMs < oldest.atMs - horizonMs;
  const isKnown = statements.some(({ id }) => id === said.id);
  const heard = hear(said, context);
  const all = [...statements, ...(isTooOld || isKnown ? [] : [heard])];
  const timeline = timelineOf(all, settings);
  const verdict = isTooOld
    ? overtaken("too-old")
    : (timeline.verdicts.get(said.id) ?? inForce);
  if (isTooOld || isKnown) return { statements: all, timeline, verdict };
  const judged = judge(statements, timeline, verdict, context);
  if (judged) return say(statements, { ...heard, judged }, context);
  return { statements: merge(all, timeline, nowMs), timeline, verdict };
}

/** Adds what was seen. */
function hear(said: Statement, { person }: Context): Statement {
  if (said.kind !== "hired" && said.kind !== "adopted") return said;
  const isNobody = person.is === "none" || person.is === "gone";
  return isNobody || said.mayOffboard ? said : { ...said, metPerson: true };
}

/** What lacks the right, and what gives access against a deletion that began without opening a next employment. */
function judge(
  statements: readonly Statement[],
  after: Timeline,
  verdict: Verdict,
  { person, settings, nowMs }: Context,
): ReasonCode | undefined {
  if (verdict === refused) return "scope-missing";
  if (person.is !== "gone" && person.is !== "being-deleted") return undefined;
  const before = timelineOf(statements, settings);
  const isOpened = after.employments.length > before.employments.length;
  if (isOpened || isEmployed(before, nowMs) || !isEmployed(after, nowMs))
    return undefined;
  return "deletion-began";
}

function isEmployed(timeline: Timeline, nowMs: number): boolean {
  const { is, reason } = wanted(timeline, nowMs);
  return is === "enabled" || reason === "suspension";
}
