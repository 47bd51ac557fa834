import { type Employment, standingOf } from "./holds.ts";
import type { Adoption, Hire, Named, Verdict } from "./statement.ts";
import {
  counts,
  isRuled,
  overtake,
  ownDayOf,
  repeats,
  type Story,
} from "./story.ts";

/** After an end, a hire without a start date can be a late repetition for this many days. */
const lateDays = 3;

export function hire(story: Story, word: Hire): Verdict {
  const { start } = word;
  const newest = story.employments.at(-1);
  if (newest === undefined) return open(story, word, start);
  if (start === undefined) return hireWithoutStart(story, word, newest);
  delete story.repeated;
  const known = story.employments.find(
    (one) => one.startIs !== "unknown" && one.start.day === start.day,
  );
  if (known !== undefined) {
    known.startCaller = word.caller;
    return repeats(known.startBy);
  }
  switch (standingOf(newest, story, word.ownDay)) {
    case "to-come":
      return moveStart(story, word, start, newest);
    case "goes-on":
      if (start.day <= newest.start.day) return repeats(newest.startBy);
      return open(story, word, start);
    case "over":
      if (newest.end && start.day < newest.end.day) return alreadyLeft(newest);
      return open(story, word, start);
  }
}

/** Opens the next employment. An end of the one before that was said for after the new start becomes its end. */
export function open(
  story: Story,
  word: Hire | Adoption,
  named?: Named,
): Verdict {
  const before = story.employments.at(-1);
  const goesOn = before && standingOf(before, story, word.ownDay) === "goes-on";
  const { id, caller: startCaller } = word;
  const start = named ?? ownDayOf(word);
  const startIs =
    word.kind === "adopted" ? "unknown" : named ? "named" : "own-day";
  const opened: Employment = { id, start, startIs, startBy: id, startCaller };
  story.employments.push(opened);
  if (!goesOn || !before.end || before.end.day <= start.day)
    return counts(word, start);
  const { end } = before;
  delete before.end;
  if (isRuled(story, word, "has-no-end")) return counts(word, start);
  opened.end = end;
  if (isRuled(story, word, "keeps-the-end")) return counts(word, start);
  return { is: "needs-decision", because: "end-said-before" };
}

function moveStart(
  story: Story,
  word: Hire,
  start: Named,
  newest: Employment,
): Verdict {
  if (newest.end && start.day >= newest.end.day)
    return open(story, word, start);
  const before = story.employments.at(-2);
  if (before && start.day < (before.end ?? before.start).day)
    return repeats(newest.startBy);
  overtake(story, newest.startBy, word, "hired-since");
  const { id: startBy, caller: startCaller } = word;
  Object.assign(newest, { start, startIs: "named", startBy, startCaller });
  return counts(word, start);
}

function hireWithoutStart(
  story: Story,
  word: Hire,
  newest: Employment,
): Verdict {
  const current = story.employments.findLast(
    (one) => standingOf(one, story, word.ownDay) !== "over",
  );
  if (current !== undefined) return repeats(current.startBy);
  const { end, unclear } = newest;
  const isAccepted = story.settings.rehireWithoutStartDate === "accept";
  if (isAccepted || isRuled(story, word, "is-a-rehire")) {
    overtake(story, unclear, word, "hired-since");
    return open(story, word);
  }
  if (isRuled(story, word, "repeats")) story.repeated = newest.startBy;
  if (story.repeated !== undefined) return repeats(story.repeated);
  if (end && word.ownDay <= Math.max(end.day, end.saidOn) + lateDays)
    return alreadyLeft(newest);
  if (unclear !== undefined) return repeats(unclear);
  newest.unclear = word.id;
  return { is: "needs-decision", because: "rehire-unclear" };
}

function alreadyLeft({ end }: Employment): Verdict {
  const by = end && { by: end.by };
  return { is: "overtaken", because: "already-left", ...by };
}
