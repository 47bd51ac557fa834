import { dayMs, hourMs, minuteMs } from "../../../shared/durations.ts";
import { employments } from "../../../shared/employment/employments.ts";
import {
  type Holds,
  isWithdrawn,
  lastDayOf,
} from "../../../shared/employment/holds.ts";
import type {
  LimitAnswers,
  SeenPerson,
} from "../../../shared/employment/move.ts";
import { nextMove } from "../../../shared/employment/next-move.ts";
import { say } from "../../../shared/employment/say.ts";
import type {
  Named,
  Settings,
  Statement,
  Verdict,
} from "../../../shared/employment/statement.ts";
import { wanted } from "../../../shared/employment/wanted.ts";

/** Hours that the clocks of a zone are ahead of UTC. */
const zones: Record<string, number> = { Sydney: 10, Honolulu: -10 };

/** The ids of statements, in the order of their arrival. */
const letters = "abcdefghijklmnopqrstuvwxyz";

/** What has been said, as far as a history is played. */
export type Played = {
  statements: Statement[];
  said: Statement[];
  settings: Settings;
  person: SeenPerson;
  verdict?: Verdict;
};

/**
 * Plays words such as `5: hired from 10` in the order of their arrival. `person gone` says what is seen from then on,
 * `setting accept` or `setting update` changes a setting, and `note` names a history.
 */
export function play(words: string[]): Played {
  const played: Played = {
    statements: [],
    said: [],
    settings: { rehireWithoutStartDate: "report", repeatedHire: "report" },
    person: { is: "none" },
  };
  for (const word of words) {
    const [, about, is = ""] = /^(person|setting|note) (.*)$/.exec(word) ?? [];
    if (about === "person") played.person = personOf(is);
    else if (is === "accept") played.settings.rehireWithoutStartDate = is;
    else if (is === "update") played.settings.repeatedHire = is;
    else if (about === undefined) hear(played, parse(word, played.said));
  }
  return played;
}

/** Says a statement, with the person as seen so far. */
export function hear(played: Played, statement: Statement): void {
  const { said, statements, settings, person } = played;
  said.push(statement);
  const nowMs = Math.max(...said.map(({ atMs }) => atMs));
  const context = { person, settings, nowMs };
  Object.assign(played, say(statements, statement, context));
}

/** Reads `enabled`, `disabled for a since 12`, `unsure of create`, `being deleted`, `gone with data`. */
function personOf(text: string): SeenPerson {
  const [, reason = "", since] = /for (\w+) since (\d+)/.exec(text) ?? [];
  const [, of, because = ""] = /unsure of (\w+)(?: by (\w+))?/.exec(text) ?? [];
  if (of === "create") return { is: "unsure", of };
  if (of === "delete") return { is: "unsure", of, because };
  if (text.startsWith("enabled")) return { is: "enabled", fields: [] };
  if (text.startsWith("disabled")) {
    const sinceMs = Number(since ?? 0) * dayMs;
    return { is: "disabled", sinceMs, for: reason, fields: [] };
  }
  if (text === "being deleted") return { is: "being-deleted" };
  if (text === "none") return { is: text };
  if (text.startsWith("gone"))
    return { is: "gone", holdsData: text.includes("with data") };
  throw new RangeError(`no person is "${text}"`);
}

/** a to z, a1 to z1, and so on. */
function idOf(index: number): string {
  const round = Math.floor(index / letters.length);
  return `${letters[index % letters.length]}${round || ""}`;
}

/** Reads `5: terminated, last day 10`. The letter of its place in the history is its id. */
function parse(text: string, said: Statement[]): Statement {
  const [, ownDayText = "", rest = ""] = /^(\d+): (.*)$/.exec(text) ?? [];
  const zone = /in (Sydney|Honolulu)/.exec(rest)?.[1];
  const offsetMs = (zones[zone ?? ""] ?? 0) * hourMs;
  const ownDay = Number(ownDayText);
  const time = /at (\d+):00/.exec(rest)?.[1];
  const sinceMidnightMs =
    time === undefined
      ? 9 * hourMs + said.length * minuteMs
      : Number(time) * hourMs;
  const base = {
    id: idOf(said.length),
    atMs: ownDay * dayMs + sinceMidnightMs - offsetMs,
    ownDay,
  };
  const day = (word: string, edge: 0 | 1): Named | undefined => {
    const found = new RegExp(`${word} (\\d+)`).exec(rest)?.[1];
    if (found === undefined) return undefined;
    return {
      day: Number(found),
      dueMs: (Number(found) + edge) * dayMs - offsetMs,
    };
  };
  const fields = /with (.*)$/.exec(rest)?.[1]?.split(" and ") ?? [];
  const caller = {
    caller: /by (\w+)/.exec(rest)?.[1] ?? "hr",
    mayOffboard: !rest.includes("without offboard"),
  };
  const [from, until] = [day("from", 0), day("until", 1)];
  const lastDay = day("last day", 1);
  switch (/^\w+/.exec(rest)?.[0]) {
    case "hired":
      return {
        ...base,
        ...caller,
        kind: "hired",
        ...(from && { start: from }),
        fields,
      };
    case "adopted":
      return { ...base, ...caller, kind: "adopted" };
    case "changed":
      return {
        ...base,
        kind: "changed",
        ...(from && { effective: from }),
        fields,
      };
    case "resumed":
      return { ...base, kind: "resumed" };
    case "suspended":
      return {
        ...base,
        kind: "suspended",
        ...(from && { from }),
        ...(until && { until }),
      };
    case "terminated":
      return {
        ...base,
        kind: "terminated",
        ...(lastDay && { lastDay }),
        terms: {
          disposition: rest.includes("keep the person") ? "disable" : "delete",
          graceDays: Number(/grace (\d+)/.exec(rest)?.[1] ?? 0),
        },
      };
    case "cancelled":
      return { ...base, kind: "termination_cancelled" };
    case "operator":
      return { ...base, kind: "ruled", ...rulingOf(rest) };
    default:
      throw new RangeError(`no word is "${text}"`);
  }
}

type RulingPart = Pick<
  Extract<Statement, { kind: "ruled" }>,
  "about" | "ruling"
>;

/** Reads `operator: c has-left` and `operator: c released disable`. */
function rulingOf(rest: string): RulingPart {
  const [, about = "", ruling = "", limit] =
    /^operator: ([a-z]) ([\w-]+)(?: (\w+))?/.exec(rest) ?? [];
  return { about, ruling, ...(limit && { limit }) } as RulingPart;
}

/** What holds, in words: the employments, the days with access, and what becomes of the person then. */
export function describeHolds({ statements, settings }: Played): string {
  const holds = employments(statements, settings);
  const employed = holds.employments.map((one) => {
    const { start } = one;
    if (isWithdrawn(one)) return `${start.day} withdrawn`;
    const lastDay = lastDayOf(one, holds.employments);
    if (lastDay === Infinity) return `${start.day}–`;
    if (one.end?.hasLeft) return `${start.day}–${lastDay} at once`;
    return lastDay < start.day
      ? `${start.day} ended at once`
      : `${start.day}–${lastDay}`;
  });
  const access = ranges(holds);
  return [
    employed.length > 0 ? `employed ${employed.join(", ")}` : "no employment",
    access === "" ? "no access" : `access ${access}`,
    ...outcome(holds),
  ].join("; ");
}

const lastSampledDay = 400;

function ranges(holds: Holds): string {
  const days = Array.from({ length: lastSampledDay }, (_, day) => day).filter(
    (day) => wanted(holds, day * dayMs + dayMs / 2).is === "enabled",
  );
  return days
    .filter((day) => !days.includes(day - 1))
    .map((first) => {
      const last = days.find((day) => day >= first && !days.includes(day + 1));
      if (last === lastSampledDay - 1) return `${first}–`;
      return last === first ? `${first}` : `${first}–${last}`;
    })
    .join(", ");
}

function outcome(holds: Holds): string[] {
  if (holds.employments.every(isWithdrawn)) return [];
  const { is, graceDays, undecided } = wanted(holds, lastSampledDay * dayMs);
  if (undecided !== undefined) return ["nobody is enabled until the decision"];
  if (is === "deleted") {
    if (graceDays === 0) return ["then deleted"];
    return [`then deleted after ${graceDays} days`];
  }
  return is === "disabled" && graceDays !== undefined ? ["then kept"] : [];
}

/** A verdict in words. Statements have the letters of their words. */
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

/** The verdict of the last word, and those of earlier words that it changed. */
export function describeVerdicts(played: Played, before: Played): string {
  const { statements, settings, verdict, said } = played;
  const { verdicts } = employments(statements, settings);
  const old = employments(before.statements, before.settings).verdicts;
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
 * @param seen - such as `enabled; disable passed`
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
  const holds = employments(played.statements, played.settings);
  const move = nextMove(wanted(holds, nowMs), personOf(person), limits, nowMs);
  switch (move.do) {
    case "create":
    case "change": {
      const data = move.fields.map(({ field, by }) => ` ${field} of ${by}`);
      return `${move.do}${data.join(" and")}`;
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
