import { needsAttention } from "../reason-codes.ts";
import { hire, open } from "./hire.ts";
import type { Holds } from "./holds.ts";
import { compare } from "./order.ts";
import type {
  Change,
  Hire,
  Ruling,
  Settings,
  Statement,
  Verdict,
  Word,
} from "./statement.ts";
import { copyOf, counts, isRuled, repeats, type Story } from "./story.ts";
import { bindSuspensions, resume, suspend } from "./suspend.ts";
import { cancel, terminate } from "./terminate.ts";

/** What would hold if a word that an operator ruled out counted. It tells which later words repeat that one. */
type Shadow = { word: Word; ruling: Ruling; story: Story; asked?: string };

/** What follows from all that has been said. It makes no difference in which order the statements are listed. */
export function employments(
  statements: readonly Statement[],
  settings: Settings,
): Holds {
  const ordered = [...statements].sort(compare);
  const rulings = ordered
    .filter((one) => one.kind === "ruled")
    .filter(({ judged }) => judged === undefined);
  const words = ordered.filter((one) => one.kind !== "ruled");
  const story: Story = {
    settings,
    rulings: Map.groupBy(rulings, ({ about }) => about),
    employments: [],
    suspensions: [],
    fields: [],
    verdicts: new Map(rulings.map(({ id }) => [id, { is: "in-force" }])),
    beforeHire: [],
  };
  const shadows: Shadow[] = [];
  adoptFirst(story, words);
  for (const word of words)
    story.verdicts.set(word.id, hear(story, shadows, word));
  return whatHolds(story, words);
}

/** An adoption before the first hire takes up all that was said before it. */
function adoptFirst(story: Story, words: Word[]): void {
  const first = words.findIndex(
    (word) =>
      (word.kind === "hired" || word.kind === "adopted") &&
      word.judged === undefined &&
      rulingOut(story, word) === undefined,
  );
  const adoption = words[first];
  if (adoption?.kind !== "adopted") return;
  const ownDays = words.slice(0, first + 1).map(({ ownDay }) => ownDay);
  const dueMs = words[0]?.atMs ?? adoption.atMs;
  open(story, adoption, { day: Math.min(...ownDays), dueMs });
}

function hear(story: Story, shadows: Shadow[], word: Word): Verdict {
  const { judged } = word;
  if (judged !== undefined)
    return needsAttention(judged)
      ? { is: "needs-decision", because: judged }
      : { is: "overtaken", because: judged };
  const ruling = rulingOut(story, word);
  const shadow = castOn(shadows, word);
  if (ruling !== undefined) {
    const inShadow = copyOf(story);
    count(inShadow, word);
    shadows.push({ word, ruling, story: inShadow });
    return {
      is: "overtaken",
      because:
        ruling.ruling === "rejected" ? "rejected" : "cancelled-by-caller",
    };
  }
  if (shadow === undefined || isRuled(story, word, "released"))
    return count(story, word);
  if (shadow.asked !== undefined || compare(word, shadow.ruling) < 0)
    return repeats(shadow.asked ?? shadow.word.id);
  shadow.asked = word.id;
  const newest = story.employments.at(-1);
  if (newest !== undefined && word.kind === "terminated")
    newest.undecided = { by: word.id };
  return { is: "needs-decision", because: "repeated-after-ruling" };
}

/** The shadow of the ruled out word that this one repeats. Another word of its matter that is no repetition ends it. */
function castOn(shadows: Shadow[], word: Word): Shadow | undefined {
  const verdicts = new Map(
    shadows.map((shadow) => [shadow, count(shadow.story, word)]),
  );
  const isRepetition = (shadow: Shadow): boolean =>
    verdicts.get(shadow)?.is === "repeats";
  const stay = shadows.filter(
    (shadow) =>
      isRepetition(shadow) || matterOf(word) !== matterOf(shadow.word),
  );
  shadows.splice(0, shadows.length, ...stay);
  return stay.find((shadow) => {
    const verdict = verdicts.get(shadow);
    return verdict?.is === "repeats" && verdict.of === shadow.word.id;
  });
}

/** The rule of each kind of word. */
function count(story: Story, word: Word): Verdict {
  switch (word.kind) {
    case "hired":
      return withFields(story, word, hire(story, word));
    case "adopted":
      if (story.employments.length > 0) return { is: "in-force" };
      return open(story, word, { day: word.ownDay, dueMs: word.atMs });
    case "changed":
      return change(story, word);
    case "resumed":
      return resume(story, word);
    case "suspended":
      return suspend(story, word);
    case "terminated":
    case "termination_cancelled":
      if (story.employments.length > 0)
        return word.kind === "terminated"
          ? terminate(story, word)
          : cancel(story, word);
      story.beforeHire.push(word);
      return { is: "needs-decision", because: "unknown-employee" };
  }
}

/** The fields of a hire that opens an employment are written at its start, and count from the day of the hire. */
function withFields(story: Story, word: Hire, verdict: Verdict): Verdict {
  const { id: by, ownDay: day, atMs, fields } = word;
  if (verdict.is === "overtaken") return verdict;
  const isRepetition = verdict.is === "repeats";
  const isForCreation =
    isRepetition && story.settings.repeatedHire === "report";
  const opened = story.employments.find(({ startBy }) => startBy === by);
  const dueMs = opened?.start.dueMs ?? atMs;
  for (const field of fields)
    story.fields.push({ field, by, day, atMs, dueMs, isForCreation });
  return verdict;
}

function change(story: Story, word: Change): Verdict {
  const { id: by, ownDay, atMs, effective, fields } = word;
  const { day, dueMs } = effective ?? { day: ownDay, dueMs: atMs };
  for (const field of fields)
    story.fields.push({ field, by, day, atMs, dueMs, isForCreation: false });
  return counts(word, effective);
}

function rulingOut({ rulings }: Story, { id }: Word): Ruling | undefined {
  return rulings
    .get(id)
    ?.find(({ ruling }) => ruling === "rejected" || ruling === "cancelled");
}

/** A word ends the rulings about earlier words of its own matter only. */
function matterOf({ kind }: Word): "employment" | "suspension" | "fields" {
  switch (kind) {
    case "hired":
    case "adopted":
    case "terminated":
    case "termination_cancelled":
      return "employment";
    case "suspended":
    case "resumed":
      return "suspension";
    case "changed":
      return "fields";
  }
}

function whatHolds(story: Story, words: Word[]): Holds {
  const { employments, fields, verdicts, rulings } = story;
  const suspensions = bindSuspensions(story);
  for (const { id, judged } of words)
    if (employments.length === 0 && judged === undefined)
      verdicts.set(id, { is: "needs-decision", because: "unknown-employee" });
  return { employments, suspensions, fields, verdicts, rulings };
}
