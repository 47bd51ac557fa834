import type { Employment } from "./holds.ts";
import type { Adoption, Hire, Named, Verdict } from "./statement.ts";
import {
  counts,
  isRuled,
  overtake,
  ownDayOf,
  repeats,
  type Story,
} from "./story.ts";
import { cancel, terminate } from "./terminate.ts";
import { standingOf } from "./timeline.ts";

/** After an end, a hire without a start date can be a late repetition for this many days. */
const lateDays = 3;

export function hire(story: Story, word: Hire): Verdict {
  const { employments } = story;
  const { start } = word;
  const newest = employments.at(-1);
  if (newest === undefined) return openFirst(story, word);
  if (start === undefined) return hireWithoutStart(story, word, newest);
  delete story.repeated;
  const known = employments.find((one) => one.start.day === start.day);
  if (known !== undefined) {
    known.startCaller = word.caller;
    return repeats(known.startBy);
  }
  switch (standingOf(newest, employments, word.ownDay)) {
    case "to-come":
      return moveStart(story, word, start, newest);
    case "goes-on":
      return start.day < newest.start.day
        ? repeats(newest.startBy)
        : open(story, word, start);
    case "ended":
    case "withdrawn":
      return newest.end !== undefined && start.day < newest.end.day
        ? alreadyLeft(newest)
        : open(story, word, start);
  }
}

function openFirst(story: Story, word: Hire): Verdict {
  const start = word.start ?? ownDayOf(word);
  const verdict = open(story, word, start);
  for (const before of story.beforeHire.splice(0))
    story.verdicts.set(
      before.id,
      before.kind === "termination_cancelled"
        ? cancel(story, before)
        : before.lastDay !== undefined && before.lastDay.day > start.day
          ? terminate(story, before)
          : { is: "overtaken", because: "hired-since", by: word.id },
    );
  return verdict;
}

export function open(
  story: Story,
  word: Hire | Adoption,
  start: Named,
): Verdict {
  const { employments } = story;
  const before = employments.at(-1);
  const goesOn =
    before && standingOf(before, employments, word.ownDay) === "goes-on";
  const employment: Employment = {
    id: word.id,
    start,
    isStartNamed: word.kind === "hired" && word.start !== undefined,
    startBy: word.id,
    startCaller: word.caller,
    isWithdrawn: false,
  };
  employments.push(employment);
  if (!goesOn || before.end === undefined || before.end.day <= start.day)
    return counts(word, start);
  const { end } = before;
  delete before.end;
  if (isRuled(story, word, "has-no-end")) return counts(word, start);
  employment.end = end;
  return isRuled(story, word, "keeps-the-end")
    ? counts(word, start)
    : { is: "needs-decision", because: "end-said-before" };
}

function moveStart(
  story: Story,
  word: Hire,
  start: Named,
  newest: Employment,
): Verdict {
  if (newest.end !== undefined && start.day >= newest.end.day)
    return open(story, word, start);
  const before = story.employments.at(-2);
  if (before && start.day < (before.end?.day ?? before.start.day))
    return repeats(newest.startBy);
  overtake(story, newest.startBy, word, "hired-since");
  Object.assign(newest, {
    start,
    isStartNamed: true,
    startBy: word.id,
    startCaller: word.caller,
  });
  return counts(word, start);
}

function hireWithoutStart(
  story: Story,
  word: Hire,
  newest: Employment,
): Verdict {
  const { employments, settings } = story;
  const current = employments.findLast((one) =>
    ["goes-on", "to-come"].includes(standingOf(one, employments, word.ownDay)),
  );
  if (current !== undefined) return repeats(current.startBy);
  if (
    settings.rehireWithoutStartDate === "accept" ||
    isRuled(story, word, "is-a-rehire")
  ) {
    overtake(story, newest.unclear, word, "hired-since");
    return open(story, word, ownDayOf(word));
  }
  if (isRuled(story, word, "repeats")) story.repeated = newest.startBy;
  if (story.repeated !== undefined) return repeats(story.repeated);
  const { end, unclear } = newest;
  const endedOn = Math.max(end?.day ?? 0, end?.saidOn ?? 0);
  if (word.ownDay <= endedOn + lateDays) return alreadyLeft(newest);
  if (unclear !== undefined) return repeats(unclear);
  newest.unclear = word.id;
  return { is: "needs-decision", because: "rehire-unclear" };
}

function alreadyLeft({ end }: Employment): Verdict {
  return {
    is: "overtaken",
    because: "already-left",
    ...(end && { by: end.by }),
  };
}
