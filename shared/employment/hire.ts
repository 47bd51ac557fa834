import {
  counts,
  type Employment,
  isRuled,
  isWithdrawn,
  overtaken,
  ownDayOf,
  refused,
  standingOf,
  type Story,
} from "./holds.ts";
import type { Named, Verdict, WordOf } from "./statement.ts";

/** After an end, a hire without a start date can be a late repetition for this many days. */
const lateDays = 3;

export function hire(story: Story, word: WordOf<"hired">): Verdict {
  const { employments } = story;
  const { start } = word;
  const newest = employments.at(-1);
  if (newest === undefined) return open(story, word, start);
  if (start === undefined) return hireWithoutStart(story, word, newest);
  const verdict = hireFrom(story, word, start, newest);
  if (verdict !== refused) delete story.repeated;
  return verdict;
}

function hireFrom(
  story: Story,
  word: WordOf<"hired">,
  start: Named,
  newest: Employment,
): Verdict {
  const { employments } = story;
  const known = employments.find(
    (one) => one.start.day === start.day && one.startBy.kind === "hired",
  );
  if (known !== undefined) {
    known.startCaller = word.caller;
    return { is: "repeats", of: known.startBy.id };
  }
  switch (standingOf(newest, employments, word.ownDay)) {
    case "to-come":
      return moveStart(story, word, start, newest);
    case "goes-on":
      if (start.day <= newest.start.day)
        return { is: "repeats", of: newest.startBy.id };
      return open(story, word, start);
    case "over":
      if (!newest.end || start.day >= newest.end.day)
        return open(story, word, start);
      return overtaken("already-left", newest.end.word);
  }
}

/** Opens the next employment. An end of the one before that was said for after the new start becomes its end. */
export function open(
  { employments, rulings, verdicts }: Story,
  word: WordOf<"hired" | "adopted">,
  start: Named = ownDayOf(word),
): Verdict {
  const before = employments.at(-1);
  const is = (standing: string) => (one: Employment) =>
    standingOf(one, employments, word.ownDay) === standing;
  const mayOpen = !word.metPerson && !employments.some(is("to-come"));
  if (!word.mayOffboard && !mayOpen) return refused;
  if (before?.unclear)
    verdicts.set(before.unclear, overtaken("hired-since", word));
  const goesOn = before && is("goes-on")(before);
  const { id, caller: startCaller } = word;
  const opened: Employment = { id, start, startBy: word, startCaller };
  employments.push(opened);
  if (!goesOn || !before.end || before.end.day <= start.day)
    return counts(word, start);
  if (!isRuled({ rulings }, id, "has-no-end")) opened.end = before.end;
  delete before.end;
  return !opened.end || isRuled({ rulings }, id, "keeps-the-end")
    ? counts(word, start)
    : { is: "needs-decision", because: "end-said-before" };
}

function moveStart(
  story: Story,
  word: WordOf<"hired">,
  start: Named,
  newest: Employment,
): Verdict {
  if (newest.end && start.day >= newest.end.day)
    return open(story, word, start);
  const before = story.employments
    .slice(0, -1)
    .findLast((one) => !isWithdrawn(one));
  if (before && start.day < (before.end ?? before.start).day)
    return { is: "repeats", of: newest.startBy.id };
  if (!word.mayOffboard && newest.startCaller !== word.caller) return refused;
  story.verdicts.set(newest.startBy.id, overtaken("hired-since", word));
  const startCaller = word.caller;
  Object.assign(newest, { start, startBy: word, startCaller });
  return counts(word, start);
}

function hireWithoutStart(
  story: Story,
  word: WordOf<"hired">,
  newest: Employment,
): Verdict {
  const { employments } = story;
  const current = employments.findLast(
    (one) => standingOf(one, employments, word.ownDay) !== "over",
  );
  if (current !== undefined) return { is: "repeats", of: current.startBy.id };
  const { end, unclear } = newest;
  const isAccepted = story.settings.rehireWithoutStartDate === "accept";
  if (isAccepted || isRuled(story, word.id, "is-a-rehire"))
    return open(story, word);
  if (isRuled(story, word.id, "repeats")) story.repeated = newest.startBy.id;
  if (story.repeated !== undefined)
    return { is: "repeats", of: story.repeated };
  if (end && word.ownDay <= Math.max(end.day, end.saidOn) + lateDays)
    return overtaken("already-left", end.word);
  if (unclear !== undefined) return { is: "repeats", of: unclear };
  newest.unclear = word.id;
  return { is: "needs-decision", because: "rehire-unclear" };
}
