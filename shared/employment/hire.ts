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
  type Story,
} from "./holds.ts";
import type { Named, Verdict, WordOf } from "./statement.ts";

type Hire = WordOf<"hired">;

/** After an end, a hire without a start date can be a late repetition for this many days. */
const lateDays = 3;

export function hire(story: Story, word: Hire): Verdict {
  const { start } = word;
  const newest = story.employments.at(-1);
  if (!newest) return open(story, word, start);
  if (!start) return hireWithoutStart(story, word, newest);
  delete story.repeated;
  return hireFrom(story, word, start, newest);
}

/** Opens an employment if none is known. It has begun before everything that was said. */
export function adopt(story: Story, word: WordOf<"adopted">): Verdict {
  if (story.employments.length > 0) return inForce;
  const said = story.waiting.filter(({ kind }) => kind !== "changed");
  const days = [word, ...said].map(({ ownDay }) => ownDay);
  return open(story, word, { ...ownDayOf(word), day: Math.min(...days) });
}

/** Opens the next employment. An end of the one before that was said for after the new start becomes its end. */
function open(
  story: Story,
  word: WordOf<"hired" | "adopted">,
  start: Named = ownDayOf(word),
): Verdict {
  const { employments, verdicts } = story;
  const is = standingAt(story, word);
  const isNext = word.metPerson || employments.some(is("to-come"));
  if (isNext && !word.mayOffboard) return refused;
  const before = employments.at(-1);
  if (before?.unclear)
    verdicts.set(before.unclear, overtaken("hired-since", word));
  const goesOn = before && is("goes-on")(before);
  const { id, caller: startCaller } = word;
  const opened: Employment = { id, start, startBy: word, startCaller };
  employments.push(opened);
  if (!goesOn || !before.end || before.end.day <= start.day)
    return counts(word, start);
  const hasNoEnd = isRuled(story, id, "has-no-end");
  if (!hasNoEnd) opened.end = before.end;
  delete before.end;
  return hasNoEnd || isRuled(story, id, "keeps-the-end")
    ? counts(word, start)
    : asks("end-said-before");
}

function hireFrom(story: Story, word: Hire, start: Named, newest: Employment) {
  const is = standingAt(story, word);
  const known = story.employments.find(
    (one) => one.start.day === start.day && one.startBy.kind === "hired",
  );
  if (known) {
    known.startCaller = word.caller;
    return repeats(known.startBy);
  }
  const { end } = newest;
  const goesOn = is("goes-on")(newest);
  if (goesOn && start.day <= newest.start.day) return repeats(newest.startBy);
  if (goesOn || (end && start.day >= end.day)) return open(story, word, start);
  if (end && is("over")(newest)) return overtaken("already-left", end.word);
  return moveStart(story, word, start, newest);
}

function moveStart(story: Story, word: Hire, start: Named, newest: Employment) {
  const { startBy, startCaller } = newest;
  const before = story.employments.findLast(
    (one) => one !== newest && !isWithdrawn(one),
  );
  if (before && start.day < (before.end ?? before.start).day)
    return repeats(startBy);
  if (!word.mayOffboard && startCaller !== word.caller) return refused;
  story.verdicts.set(startBy.id, overtaken("hired-since", word));
  Object.assign(newest, { start, startBy: word, startCaller: word.caller });
  return counts(word, start);
}

function hireWithoutStart(story: Story, word: Hire, newest: Employment) {
  const { employments, settings } = story;
  const isOver = standingAt(story, word)("over");
  const current = employments.findLast((one) => !isOver(one));
  if (current) return repeats(current.startBy);
  const { end, unclear } = newest;
  const isAccepted = settings.rehireWithoutStartDate === "accept";
  if (isAccepted || isRuled(story, word.id, "is-a-rehire"))
    return open(story, word);
  if (isRuled(story, word.id, "repeats")) story.repeated = newest.startBy.id;
  if (story.repeated) return repeats({ id: story.repeated });
  if (end && word.ownDay <= Math.max(end.day, end.saidOn) + lateDays)
    return overtaken("already-left", end.word);
  if (unclear) return repeats({ id: unclear });
  newest.unclear = word.id;
  return asks("rehire-unclear");
}
