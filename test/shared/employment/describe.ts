import { dayMs, hourMs } from "../../../shared/durations.ts";
import { timelineOf } from "../../../shared/employment/timeline-of.ts";
import {
  type Timeline,
  isWithdrawn,
  lastOf,
} from "../../../shared/employment/timeline.ts";
import type { LimitAnswers } from "../../../shared/employment/move.ts";
import { nextMove } from "../../../shared/employment/next-move.ts";
import type { Verdict } from "../../../shared/employment/statement.ts";
import { wanted } from "../../../shared/employment/wanted.ts";
import { personOf, type Played } from "./play.ts";

/** A timeline in words: the employments, the days with access, and what becomes of the person then. */
export function describeTimeline({ statements, settings }: Played): string {
  const timeline = timelineOf(statements, settings);
  const employed = timeline.employments.map((one) => {
    const { start } = one;
    if (isWithdrawn(one)) return `${start.day} withdrawn`;
    const lastDay = lastOf(one, timeline.employments).day;
    if (lastDay === Infinity) return `${start.day}–`;
    if (one.end?.hasLeft) return `${start.day}–${lastDay} at once`;
    return lastDay < start.day
      ? `${start.day} ended at once`
      : `${start.day}–${lastDay}`;
  });
  const access = describeAccess(timeline);
  return [
    employed.length > 0 ? `employed ${employed.join(", ")}` : "no employment",
    access === "" ? "no access" : `access ${access}`,
    ...describeOutcome(timeline),
  ].join("; ");
}

const lastSampledDay = 400;

/** The days with access at noon, as ranges. Looks again at the first noon after something can change. */
function describeAccess(timeline: Timeline): string {
  const days: number[] = [];
  for (let day = 0, next = 0; day < lastSampledDay; day = next) {
    const noonMs = day * dayMs + dayMs / 2;
    const { is, lookAgainMs = Infinity } = wanted(timeline, noonMs);
    const change = Math.ceil(lookAgainMs / dayMs - 0.5);
    next = Math.min(Math.max(change, day + 1), lastSampledDay);
    if (is === "enabled")
      for (let enabled = day; enabled < next; enabled++) days.push(enabled);
  }
  return days
    .filter((day) => !days.includes(day - 1))
    .map((first) => {
      const last = days.find((day) => day >= first && !days.includes(day + 1));
      if (last === lastSampledDay - 1) return `${first}–`;
      return last === first ? `${first}` : `${first}–${last}`;
    })
    .join(", ");
}

/** What becomes of the person at the end. Nothing if they have access, or never had. */
function describeOutcome(timeline: Timeline): string[] {
  if (timeline.employments.every(isWithdrawn)) return [];
  const { is, graceDays, undecided } = wanted(timeline, lastSampledDay * dayMs);
  if (undecided !== undefined) return ["nobody is enabled until the decision"];
  const grace = graceDays === 0 ? "" : ` after ${graceDays} days`;
  if (is === "deleted") return [`then deleted${grace}`];
  return is === "disabled" && graceDays !== undefined ? ["then kept"] : [];
}

/** A verdict in words. A statement is named by its letter. */
function describeVerdict(verdict: Verdict): string {
  switch (verdict.is) {
    case "in-force":
      return [
        "in force",
        ...(verdict.warning ? [`warning ${verdict.warning}`] : []),
        ...(verdict.ends ? [`ends ${verdict.ends.join(", ")}`] : []),
      ].join(", ");
    case "scheduled":
      return `scheduled for ${verdict.for.day}`;
    case "repeats":
      return `repeats ${verdict.of}`;
    case "overtaken":
      return `overtaken${verdict.by ? ` by ${verdict.by}` : ""} (${verdict.because})`;
    case "needs-decision":
      return `needs a decision (${verdict.because})`;
  }
}

/** The verdict of the last statement, and those of earlier statements that it changed. */
export function describeVerdicts(played: Played, before: Played): string {
  const { statements, settings, verdict, said } = played;
  const { verdicts } = timelineOf(statements, settings);
  const old = timelineOf(before.statements, before.settings).verdicts;
  const changed = before.said.flatMap(({ id }) => {
    const [was, is] = [old.get(id), verdicts.get(id)];
    if (!was || !is || describeVerdict(was) === describeVerdict(is)) return [];
    return [`${id}: ${describeVerdict(is)}`];
  });
  if (verdict === undefined || said.length === 0) return "";
  return [describeVerdict(verdict), ...changed].join("; ");
}

/**
 * The next move at noon of a day, in words.
 *
 * @param seen - the person and the last answer of a limit: `enabled with /phone of b; disable passed 2 hours before`
 */
export function describeMove(
  played: Played,
  day: number,
  seen: string,
): string {
  const nowMs = day * dayMs + dayMs / 2;
  const [person = "", limit = ""] = seen.split("; ");
  const [, name = "", answer = "", hours = "0"] =
    /^(\w+) (passed|held)(?: (\d+) hours before)?$/.exec(limit) ?? [];
  const atMs = nowMs - Number(hours) * hourMs;
  const limits: LimitAnswers = {
    [name]: { answer: answer === "held" ? "hold" : "pass", atMs },
  };
  const timeline = timelineOf(played.statements, played.settings);
  const seenPerson = personOf(person, played.said);
  const move = nextMove(wanted(timeline, nowMs), seenPerson, limits, nowMs);
  switch (move.do) {
    case "create":
    case "change": {
      const data = move.fields.map(({ field, by }) => ` ${field} of ${by}`);
      const isEarly = move.do === "create" && move.before !== undefined;
      return `${move.do}${isEarly ? " disabled" : ""}${data.join(" and")}`;
    }
    case "disable":
      return `disable for ${move.for}`;
    case "ask":
      return `ask the limit ${move.limit}`;
    case "wait":
      return `wait until ${move.untilMs / dayMs}`;
    case "nothing":
      return move.because ? `nothing (${move.because})` : "nothing";
    case "enable":
    case "delete":
    case "confirm":
    case "erase":
      return move.do;
  }
}
