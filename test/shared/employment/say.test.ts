import { expect, test } from "vitest";
import { timelineOf } from "../../../shared/employment/timeline-of.ts";
import { maxStatements } from "../../../shared/employment/merge.ts";
import { describeTimeline } from "./describe.ts";
import { hear, play } from "./play.ts";

const usualBytes = 2048;

const days = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

test("a year of a daily feed, with a leave, changes and an end, stays below 2 KB", () => {
  const { statements } = play([
    ...days(1, 365).map((day) => `${day}: hired from 10`),
    "370: changed with /phone",
    "372: suspended from 380 until 390",
    ...days(373, 375).map(() => "375: terminated, last day 400, grace 30"),
  ]);
  expect(JSON.stringify(statements).length).toBeLessThan(usualBytes);
});

test("keeps the first repetition and those of three days, so that a late event between them counts", () => {
  const { statements } = play(
    days(1, 30).map((day) => `${day}: hired from 40 at 9:00`),
  );
  expect(statements.map(({ ownDay }) => ownDay)).toEqual([
    1, 2, 27, 28, 29, 30,
  ]);
});

test("the same word of two callers is not merged, so that neither takes back what the other one said", () => {
  const { statements } = play([
    "1: hired from 10",
    ...days(2, 9).map((day) => `${day}: terminated, last day 40`),
    "3: terminated, last day 40 by payroll",
  ]);
  const callers = statements.flatMap((one) =>
    one.kind === "terminated" ? one.caller : [],
  );
  expect(new Set(callers)).toEqual(new Set(["hr", "payroll"]));
});

test("a repetition about which an operator has decided is not merged", () => {
  const { statements } = play([
    "1: hired from 10",
    ...days(2, 4).map((day) => `${day}: terminated, last day 40`),
    "5: operator: d kept",
    ...days(6, 20).map((day) => `${day}: terminated, last day 40`),
  ]);
  const ownDays = statements.map(({ ownDay }) => ownDay);
  expect(ownDays).toEqual([1, 2, 3, 4, 5, 6, 18, 19, 20]);
});

test("only a word that opens an employment notes that it met a person", () => {
  const { statements } = play([
    "1: hired from 10",
    "person enabled",
    "12: suspended",
    "13: changed with /phone",
  ]);
  expect(statements.filter((one) => "metPerson" in one)).toEqual([]);
});

test("a repetition with other data is not merged", () => {
  const { statements } = play([
    ...days(1, 3).map((day) => `${day}: hired from 40`),
    "3: hired from 40 with /phone",
    ...days(4, 20).map((day) => `${day}: hired from 40`),
  ]);
  expect(statements.filter((one) => "fields" in one && one.fields[0])).toEqual([
    expect.objectContaining({ ownDay: 3 }),
  ]);
});

test("repetitions of two words are merged each for itself", () => {
  const { statements } = play([
    "1: hired from 40",
    "1: terminated, last day 60",
    ...days(2, 20).map((day) => `${day}: hired from 40`),
    ...days(2, 20).map((day) => `${day}: terminated, last day 60`),
  ]);
  const daysOf = (kind: string) =>
    statements.filter((one) => one.kind === kind).map(({ ownDay }) => ownDay);
  const expected = [1, 2, 18, 19, 20];
  expect([daysOf("hired"), daysOf("terminated")]).toEqual([expected, expected]);
});

test("the dates of a leave are dropped 90 days later", () => {
  const leave = ["1: hired from 10", "12: suspended from 15 until 20 at 9:00"];
  const kinds = (day: number): string[] =>
    play([...leave, `${day}: changed at 9:00 with /phone`]).statements.map(
      ({ kind }) => kind,
    );
  expect(kinds(102)).toEqual(["hired", "suspended", "changed"]);
  expect(kinds(103)).toEqual(["hired", "changed"]);
});

test("an end that was cancelled is dropped 90 days later, with its cancellation", () => {
  const { statements } = play([
    "1: hired from 10",
    "12: terminated, last day 20",
    "13: cancelled",
    "115: changed with /phone",
  ]);
  expect(statements.map(({ kind }) => kind)).toEqual(["hired", "changed"]);
});

test("a leave that has ended is dropped at that instant", () => {
  const { statements } = play([
    "1: hired from 10",
    "2: suspended from 100 until 102",
    "103: changed at 0:00 with /phone",
  ]);
  expect(statements.map(({ kind }) => kind)).toEqual(["hired", "changed"]);
});

test("a termination that waits for a hire is kept", () => {
  const { statements } = play([
    "1: terminated, last day 400",
    "115: changed with /phone",
  ]);
  expect(statements.map(({ kind }) => kind)).toEqual(["terminated", "changed"]);
});

test.each([
  ["changed with /username", "released rename"],
  ["suspended", "released disable"],
])(
  "12: %s; 13: operator: b %s | the decision is kept while the word counts",
  (word, ruling) => {
    const { statements } = play([
      "1: hired from 10",
      `12: ${word}`,
      `13: operator: b ${ruling}`,
      "115: changed with /phone",
    ]);
    expect(statements.map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
  },
);

test("what an operator has decided about an end is never dropped before the end", () => {
  const played = play([
    "1: hired from 10",
    "12: terminated, grace 30",
    "13: operator: b kept",
    "115: changed with /phone",
  ]);
  expect(describeTimeline(played)).toMatch(/then kept$/);
});

test("a change that another one overtook is dropped at once, and a planned one is not", () => {
  const { statements } = play([
    "1: hired from 10",
    "12: changed from 30 with /phone",
    "13: changed with /phone",
    "14: changed with /phone",
  ]);
  expect(statements.map(({ id }) => id)).toEqual(["a", "b", "d"]);
});

test("at most 64 statements are kept, and the timeline stays", () => {
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
  const words = [
    "1: hired from 10",
    "12: terminated, last day 20",
    "13: operator: b rejected",
  ];
  const once = play(words);
  const again = play(words);
  for (const statement of once.said) hear(again, statement);
  expect(again.statements).toEqual(once.statements);
  expect(again.verdict).toEqual(once.verdict);
});
