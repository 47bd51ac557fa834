import { expect, test } from "vitest";
import { timelineOf } from "../../../shared/employment/timeline-of.ts";
import { maxStatements } from "../../../shared/employment/merge.ts";
import type { Statement } from "../../../shared/employment/statement.ts";
import { rows } from "../../fixtures/rows.ts";
import { describeTimeline } from "./describe.ts";
import { hear, play } from "./play.ts";

const days = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

test("a year of a daily feed, with a leave, changes and an end, stays below 2 KB", () => {
  const { statements } = play([
    ...days(1, 365).map((day) => `${day}: hired from 10`),
    "370: changed with /phone",
    "372: suspended from 380 until 390",
    ...days(373, 375).map(
      (day) => `${day}: terminated, last day 400, grace 30`,
    ),
  ]);
  expect(JSON.stringify(statements).length).toBeLessThan(2048);
});

/** The texts of a history. `2–4: terminated` says the same on each of these days. */
function textsOf(history: string): string[] {
  return history.split("; ").flatMap((one) => {
    const [, from, to, text] = /^(\d+)–(\d+)(: .*)$/.exec(one) ?? [];
    return text === undefined
      ? one
      : days(Number(from), Number(to)).map((day) => day + text);
  });
}

/** What the kept statements say, each with the days on which it was said. Only a hire shows its fields. */
function describeKept(statements: readonly Statement[]): string {
  const daysOf = new Map<string, number[]>();
  for (const one of statements) {
    const by =
      "caller" in one && one.caller !== "hr" ? ` by ${one.caller}` : "";
    const fields = "fields" in one && one.kind === "hired" ? one.fields : [];
    const text = [one.kind + by, ...fields].join(" with ");
    daysOf.set(text, [...(daysOf.get(text) ?? []), one.ownDay]);
  }
  return [...daysOf].map(([text, on]) => `${text} ${on.join(", ")}`).join("; ");
}

/**
 * What is kept | the history | the kept statements, with the days on which they were said. The first row holds for all.
 * `at 9:00` is the time at which a statement is said; `b` is the second statement, and `d` the fourth.
 */
const kept = rows`
  the first repetition and those of the last three days, so that a late event between them counts | 1–30: hired from 40 at 9:00 | hired 1, 2, 27, 28, 29, 30
  the same end by a second caller, so that neither takes back what the other one said | 1: hired from 10; 2–9: terminated, last day 40; 3: terminated, last day 40 by payroll | hired 1; terminated 2, 3, 7, 8, 9; terminated by payroll 3
  a repetition about which an operator has decided | 1: hired from 10; 2–4: terminated, last day 40; 5: operator: d kept; 6–20: terminated, last day 40 | hired 1; terminated 2, 3, 4, 6, 18, 19, 20; ruled 5
  a repetition with other data | 1–3: hired from 40; 3: hired from 40 with /phone; 4–20: hired from 40 | hired 1, 2, 18, 19, 20; hired with /phone 3
  repetitions of two statements, each for itself | 1: hired from 40; 1: terminated, last day 60; 2–20: hired from 40; 2–20: terminated, last day 60 | hired 1, 2, 18, 19, 20; terminated 1, 2, 18, 19, 20
  a leave until 90 days after it was said | 1: hired from 10; 12: suspended from 15 until 20 at 9:00; 102: changed at 9:00 with /phone | hired 1; suspended 12; changed 102
  no leave that was said more than 90 days ago | 1: hired from 10; 12: suspended from 15 until 20 at 9:00; 103: changed at 9:00 with /phone | hired 1; changed 103
  no end that was cancelled more than 90 days ago, nor its cancellation | 1: hired from 10; 12: terminated, last day 20; 13: cancelled; 115: changed with /phone | hired 1; changed 115
  an end that HR repeats after one of an identity provider, which can take its own back | 1: hired from 10; 12: terminated, last day 20; 13: terminated by entra; 14: terminated, last day 20; 115: changed with /phone | hired 1; terminated 12, 14; terminated by entra 13; changed 115
  no leave whose end has come | 1: hired from 10; 2: suspended from 100 until 102; 103: changed at 0:00 with /phone | hired 1; changed 103
  a termination that waits for a hire | 1: terminated, last day 400; 115: changed with /phone | terminated 1; changed 115
  a decision about a change that counts | 1: hired from 10; 12: changed with /username; 13: operator: b released rename; 115: changed with /phone | hired 1; changed 12, 115; ruled 13
  a decision about a suspension that counts | 1: hired from 10; 12: suspended; 13: operator: b released disable; 115: changed with /phone | hired 1; suspended 12; ruled 13; changed 115
  a planned change, and no change that another one has overtaken | 1: hired from 10; 12: changed from 30 with /phone; 13: changed with /phone; 14: changed with /phone | hired 1; changed 12, 14
`;

test.each(kept)("keeps %s: %s", (_, history, expected) => {
  const { statements } = play(textsOf(history));
  expect(describeKept(statements)).toBe(expected);
});

test("a suspension and a change do not note that a person existed", () => {
  const { statements } = play([
    "1: hired from 10",
    "person enabled",
    "12: suspended",
    "13: changed with /phone",
  ]);
  expect(statements.filter((one) => "metPerson" in one)).toEqual([]);
});

test("what an operator has decided about an end is never dropped before the end", () => {
  const played = play([
    "1: hired from 10",
    "12: terminated, grace 30",
    "13: operator: b kept",
    "115: changed with /phone",
  ]);
  expect(describeTimeline(played)).toMatch(/then kept$/);
});

test("of 72 statements, 64 are kept, among them the end and each leave", () => {
  const played = play([
    "1: hired from 10",
    "2: terminated, last day 200",
    ...days(11, 45).flatMap((day) => [
      `${day}: suspended from ${day + 50} until ${day + 50}`,
      `${day}: changed from ${day + 50} with /field${day}`,
    ]),
  ]);
  expect(played.statements).toHaveLength(maxStatements);
  const { statements, settings } = played;
  const timeline = timelineOf(statements, settings);
  expect(timeline.suspensions).toHaveLength(35);
  expect(describeTimeline(played)).toContain("employed 10–200");
});

test("an employee with more than 64 planned leaves keeps the employment and the earliest leaves", () => {
  const played = play([
    "1: hired from 10",
    ...days(11, 80).map(
      (day) => `11: suspended from ${2 * day} until ${2 * day}`,
    ),
    "12: terminated, last day 200",
  ]);
  expect(played.statements).toHaveLength(maxStatements);
  expect(describeTimeline(played)).toMatch(
    /^employed 10–200; access 10–21, 23,/,
  );
});

test("the same statement, delivered again, changes nothing", () => {
  const history = [
    "1: hired from 10",
    "12: terminated, last day 20",
    "13: operator: b rejected",
  ];
  const once = play(history);
  const again = play(history);
  for (const statement of once.said) hear(again, statement);
  expect(again.statements).toEqual(once.statements);
  expect(again.verdict).toEqual(once.verdict);
});
