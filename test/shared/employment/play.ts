import { dayMs, hourMs, minuteMs } from "../../../shared/durations.ts";
import type { FieldTime } from "../../../shared/employment/timeline.ts";
import type { SeenPerson } from "../../../shared/employment/move.ts";
import { say } from "../../../shared/employment/say.ts";
import type {
  Settings,
  Statement,
  Verdict,
} from "../../../shared/employment/statement.ts";
import type { WordSettings } from "../../../shared/person/word-of-event.ts";
import { offsetOf, readStatement } from "./read-statement.ts";

/** The ids of statements, in the order of their arrival. */
const letters = "abcdefghijklmnopqrstuvwxyz";

const reporting = {
  rehireWithoutStartDate: "report",
  repeatedHire: "report",
} as const;

/** What has been said so far. `statements`: those that the rules keep. `said`: all. `verdict`: of the last one. */
export type Played = {
  statements: Statement[];
  said: Statement[];
  settings: Settings &
    Pick<WordSettings, "rehireWithoutStartDate" | "repeatedHire">;
  person: SeenPerson;
  verdict?: Verdict;
};

/**
 * Plays texts such as `5: hired from 10` in the order of their arrival. `person gone` says what is seen from then on,
 * `setting accept`, `setting report`, `setting update` or `setting created 5 days before` changes a setting, and `note`
 * names a history.
 */
export function play(history: string[]): Played {
  const played: Played = {
    statements: [],
    said: [],
    settings: { ...reporting },
    person: { is: "none" },
  };
  for (const text of history) {
    const [, about, is = ""] = /^(person|setting|note) (.*)$/.exec(text) ?? [];
    if (about === "person") played.person = personOf(is);
    else if (is === "accept") played.settings.rehireWithoutStartDate = is;
    else if (is === "update") played.settings.repeatedHire = is;
    else if (is === "report") Object.assign(played.settings, reporting);
    else if (about === "setting")
      played.settings.createDaysBefore = Number(/\d+/.exec(is)?.[0]);
    else if (about === undefined) hear(played, parse(text, played));
  }
  return played;
}

/** Says a statement, with the person as seen so far. */
export function hear(played: Played, statement: Statement): void {
  const { said, statements, settings, person } = played;
  said.push(statement);
  const nowMs = Math.max(...said.map(({ atMs }) => atMs));
  const context = { ...settings, person, nowMs };
  Object.assign(played, say(statements, statement, context));
}

/**
 * Reads what is seen of a person: `created by a`, `enabled`, `enabled with /phone of b`, `disabled for a since 12`,
 * `unsure of create`, `being deleted`, `gone with data`.
 */
export function personOf(
  text: string,
  said: readonly Statement[] = [],
): SeenPerson {
  const [, reason = "", since] = /for (\w+) since (\d+)/.exec(text) ?? [];
  const [, of, because = ""] = /unsure of (\w+)(?: by (\w+))?/.exec(text) ?? [];
  if (of === "create" || of === "enable" || of === "disable")
    return { is: "unsure", of };
  if (of === "delete") return { is: "unsure", of, because };
  const fields = fieldsOf(text, said);
  if (text.startsWith("enabled")) return { is: "enabled", fields };
  if (text.startsWith("disabled")) {
    const sinceMs = Number(since ?? 0) * dayMs;
    return { is: "disabled", sinceMs, for: reason, fields };
  }
  const [, by] = /^created by (\w)/.exec(text) ?? [];
  if (by !== undefined) return { is: "created", by, fields };
  if (text === "being deleted") return { is: "being-deleted" };
  if (text === "none") return { is: text };
  if (text.startsWith("gone"))
    return { is: "gone", holdsData: text.includes("with data") };
  throw new RangeError(`no person is "${text}"`);
}

/** The field that the person has from a statement, such as `with /phone of b`. */
function fieldsOf(text: string, said: readonly Statement[]): FieldTime[] {
  const [, field = "", by] = /with (\/\w+) of (\w)/.exec(text) ?? [];
  return said
    .filter(({ id }) => id === by)
    .map(({ atMs, ownDay, ...one }) => {
      const effective = "effective" in one ? one.effective : undefined;
      const day = effective?.day ?? ownDay;
      const isDated = effective !== undefined;
      const time = { atMs, day, dueMs: atMs, isDated };
      return { field, by: one.id, ...time, isForCreation: false };
    });
}

/** a to z, a1 to z1, and so on. */
function idOf(index: number): string {
  const round = Math.floor(index / letters.length);
  return `${letters[index % letters.length]}${round || ""}`;
}

/** Reads `5: terminated, last day 10`. Its id is the letter of its place; without a time, it is said after 9:00. */
function parse(text: string, { said, settings }: Played): Statement {
  const [, ownDayText = "", rest = ""] = /^(\d+): (.*)$/.exec(text) ?? [];
  const ownDay = Number(ownDayText);
  const time = /at (\d+):00/.exec(rest)?.[1];
  const sinceMidnightMs =
    time === undefined
      ? 9 * hourMs + said.length * minuteMs
      : Number(time) * hourMs;
  const base = {
    id: idOf(said.length),
    atMs: ownDay * dayMs + sinceMidnightMs - offsetOf(rest),
    ownDay,
  };
  // A hire has the settings with which it was said.
  const marks = Object.values(settings)
    .filter((value) => value === "accept" || value === "update")
    .map((value) => ` (${value})`);
  return rest.startsWith("operator")
    ? { ...base, kind: "ruled", ...rulingOf(rest) }
    : readStatement(rest.replace(/^hired/, `hired${marks.join("")}`), base);
}

type RulingPart = Pick<
  Extract<Statement, { kind: "ruled" }>,
  "about" | "ruling"
>;

/** Reads `operator: c has-left` and `operator: c released disable until 14`. */
function rulingOf(rest: string): RulingPart {
  const [, about = "", ruling = "", limit, until] =
    /^operator: ([a-z]) ([\w-]+)(?: (\w+))?(?: until (\d+))?/.exec(rest) ?? [];
  return {
    about,
    ruling,
    ...(limit && { limit }),
    ...(until && { untilMs: Number(until) * dayMs }),
  } as RulingPart;
}
