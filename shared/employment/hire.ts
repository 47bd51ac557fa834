import {
  asks,
  counts,
  inForce,
  type Employment,
  isRuled,
  isWithdrawn,
  overtaken,
  ownDayOf,
  refused,
  repeats,
  standingAt,
  type Draft,
} from "./timeline.ts";
import type { Named, Verdict, WordOf } from "./statement.ts";

type Hire = WordOf<"hired">;

/** After an end, a hire without a start date can be a late repetition for this many days. */
const lateDays = 3;

/** The rule of a hire. The first hire of an employee always opens an employment. */
export function hire(draft: Draft, word: Hire): Verdict {
  const { start } = word;
  const newest = draft.employments.at(-1);
  if (!newest) return openNext(draft, word, start);
  if (!start) return hireWithoutStart(draft, word, newest);
  delete draft.repeated;
  return hireFrom(draft, word, start, newest);
}

/** Opens an employment if none is known. It has begun before everything that was said. */
export function adopt(draft: Draft, word: WordOf<"adopted">): Verdict {
  if (draft.employments.length > 0) return inForce;
  const said = draft.waiting.filter(({ kind }) => kind !== "changed");
  const days = [word, ...said].map(({ ownDay }) => ownDay);
  return openNext(draft, word, { ...ownDayOf(word), day: Math.min(...days) });
}

/**
 * Opens the next employment. If the one before has an end after the new start, the next one gets this end. While a
 * person exists, or an employment is to come, the caller needs the scope `offboard`.
 */
function openNext(
  draft: Draft,
  word: WordOf<"hired" | "adopted">,
  start: Named = ownDayOf(word),
): Verdict {
  const { employments, verdicts } = draft;
  const stands = standingAt(draft, word);
  const isNext = word.metPerson || employments.some(stands("to-come"));
  if (isNext && !word.mayOffboard) return refused;
  delete draft.repeated;
  const before = employments.at(-1);
  if (before?.unclear)
    verdicts.set(before.unclear, overtaken("hired-since", word));
  const goesOn = before && stands("goes-on")(before);
  const { id, caller: startCaller } = word;
  const opened: Employment = { id, start, startBy: word, startCaller };
  employments.push(opened);
  if (!goesOn || !before.end || before.end.day <= start.day)
    return counts(word, start);
  const hasNoEnd = isRuled(draft, id, "has-no-end");
  if (!hasNoEnd) opened.end = before.end;
  delete before.end;
  return hasNoEnd || isRuled(draft, id, "keeps-the-end")
    ? counts(word, start)
    : asks("end-said-before");
}

/** With a start date, a hire repeats a start, opens the next employment, or moves the start of the newest one. */
function hireFrom(draft: Draft, word: Hire, start: Named, newest: Employment) {
  const stands = standingAt(draft, word);
  const known = draft.employments.find(
    (one) => one.start.day === start.day && one.startBy.kind === "hired",
  );
  if (known) {
    // An identity provider repeats the hires of others, and that does not make it their caller.
    if (!word.byProvider) known.startCaller = word.caller;
    return repeats(known.startBy);
  }
  const { end } = newest;
  const goesOn = stands("goes-on")(newest);
  if (goesOn && start.day <= newest.start.day) return repeats(newest.startBy);
  if (goesOn || (end && start.day >= end.day))
    return openNext(draft, word, start);
  if (end && stands("over")(newest)) return overtaken("already-left", end.word);
  return moveStart(draft, word, start, newest);
}

/** The newest employment is to come. Its start moves, but not into the employment before it. */
function moveStart(draft: Draft, word: Hire, start: Named, newest: Employment) {
  const { startBy, startCaller } = newest;
  const before = draft.employments.findLast(
    (one) => one !== newest && !isWithdrawn(one),
  );
  if (before && start.day < (before.end ?? before.start).day)
    return repeats(startBy);
  if (!word.mayOffboard && startCaller !== word.caller) return refused;
  draft.verdicts.set(startBy.id, overtaken("hired-since", word));
  Object.assign(newest, { start, startBy: word, startCaller: word.caller });
  return counts(word, start);
}

function hireWithoutStart(draft: Draft, word: Hire, newest: Employment) {
  const { employments } = draft;
  const isOver = standingAt(draft, word)("over");
  const current = employments.findLast((one) => !isOver(one));
  if (current) return repeats(current.startBy);
  const { end, unclear } = newest;
  if (word.opensWithoutStart || isRuled(draft, word.id, "is-a-rehire"))
    return openNext(draft, word);
  if (isRuled(draft, word.id, "repeats")) draft.repeated = newest.startBy.id;
  if (draft.repeated) return repeats({ id: draft.repeated });
  if (end && word.ownDay <= Math.max(end.day, end.saidOn) + lateDays)
    return overtaken("already-left", end.word);
  if (unclear) return repeats({ id: unclear });
  newest.unclear = word.id;
  return asks("rehire-unclear");
}
