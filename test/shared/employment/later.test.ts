import { expect, test } from "vitest";
import { dayMs, hourMs } from "../../../shared/durations.ts";
import {
  timelineOf,
  outdatedFields,
} from "../../../shared/employment/timeline-of.ts";
import { isRuled, isToGoOn } from "../../../shared/employment/timeline.ts";
import {
  compareStatements,
  inOrder,
} from "../../../shared/employment/order.ts";
import {
  fieldsOfNext,
  nextInstant,
  wanted,
} from "../../../shared/employment/wanted.ts";
import { personOf, play } from "./play.ts";

const noon = (day: number): number => day * dayMs + dayMs / 2;

function timelineAfter(history: string) {
  const { statements, settings } = play(history.split("; "));
  return timelineOf(statements, settings);
}

const hired = "1: hired from 10";
const left = `${hired}; 11: terminated, last day 20, grace 3`;
const back = `${left}; 12: hired from 30`;

test.each([
  [hired, 5, "none", 10],
  [hired, 12, "enabled", Infinity],
  [left, 12, "enabled", 21],
  [left, 21, "disabled for a since 21", 24],
  [left, 21, "enabled", Infinity],
  [left, 25, "disabled for a since 21", Infinity],
  [`${hired}; 11: suspended`, 12, "disabled for a since 11", Infinity],
  [`${hired}; 2: terminated`, 5, "none", Infinity],
  [
    `${hired}; 11: terminated, grace 30, keep the person`,
    15,
    "disabled for a since 11",
    Infinity,
  ],
  [`${hired}; 11: suspended from 15 until 20`, 12, "enabled", 15],
  [`${hired}; 11: suspended from 15 until 20`, 16, "enabled", 21],
  [`${hired}; 11: changed from 20 with /phone`, 12, "enabled", 20],
  [`${left}; 12: changed from 25 with /phone`, 22, "enabled", Infinity],
  [
    `${hired}; 11: hired from 20 without update with /phone`,
    20,
    "enabled",
    Infinity,
  ],
])(
  "%s | on day %i, %s: something changes on day %d",
  (history, day, seen, next) => {
    const timeline = timelineAfter(history);
    const atMs = noon(day);
    const now = wanted(timeline, atMs);
    const instant = nextInstant(timeline, now, personOf(seen), atMs);
    expect((instant?.dueMs ?? Infinity) / dayMs).toBe(next);
  },
);

test.each([
  [hired, 5, "absent", "a"],
  [`${hired}; 2: terminated, last day 10`, 5, "absent", "a"],
  [hired, 12, "enabled", "a"],
  [`${hired}; 11: hired from 20`, 15, "enabled", "a"],
  [`${hired}; 11: hired from 20`, 21, "enabled", "b"],
  [`${hired}; 11: suspended`, 12, "disabled", "b"],
  [left, 22, "deleted", "b"],
])(
  "%s | on day %i, the person is %s because of %s",
  (history, day, is, because) => {
    const now = wanted(timelineAfter(history), noon(day));
    expect(now).toMatchObject({ is, because });
  },
);

test.each([
  [hired, 5, [true]],
  [left, 15, [true]],
  [left, 25, [false]],
  [`${hired}; 12: terminated at 12:00`, 12, [false]],
  [back, 25, [false, true]],
  [`${hired}; 11: hired from 30`, 25, [true, true]],
  [`${hired}; 11: hired from 30`, 31, [false, true]],
  [`${hired}; 2: terminated`, 5, [false]],
  [`${hired}; 2: terminated, last day 5`, 3, [false]],
])(
  "%s | on day %i, the end of an employment is to come: %j",
  (history, day, expected) => {
    const { employments: all } = timelineAfter(history);
    expect(all.map((one) => isToGoOn(one, all, noon(day)))).toEqual(expected);
  },
);

const changed = "1: hired from 10 with /phone; 5: changed with /title";
const gone = `${changed}; 11: terminated, last day 20`;
const again = `${gone}; 12: hired from 30; 22: changed with /title`;

test.each([
  [changed, 5, ["/phone of a", "/title of b"]],
  [gone, 15, ["/phone of a", "/title of b"]],
  [gone, 25, []],
  [again, 25, ["/phone of a", "/title of e"]],
  [
    `setting created 5 days before; ${again}`,
    22,
    ["/phone of a", "/title of e"],
  ],
  [
    `${again}; 23: changed from 26 with /phone`,
    24,
    ["/title of e", "/phone of f"],
  ],
  [`${again}; 23: suspended from 30`, 25, ["/phone of a", "/title of e"]],
  [
    `${gone}; 12: hired from 30; 13: terminated, last day 40; 14: hired from 60 with /phone`,
    25,
    ["/phone of a", "/title of b", "/phone of f"],
  ],
  [`${again}; 23: terminated`, 24, []],
])(
  "%s | on day %i, a next person may be created with %j",
  (history, day, expected) => {
    const fields = fieldsOfNext(timelineAfter(history), noon(day));
    const named = fields.map(({ field, by }) => `${field} of ${by}`);
    expect(new Set(named)).toEqual(new Set(expected));
  },
);

test.each([
  ["11: changed with /phone; 12: changed with /phone", []],
  ["12: changed with /phone; 11: changed with /phone", ["/phone"]],
  ["12: changed from 20 with /phone; 11: changed with /phone", []],
  [
    "12: changed with /phone; 12: changed at 7:00 with /phone and /title",
    ["/phone"],
  ],
  ["12: changed with /phone; 12: changed at 7:00 with /title", []],
  ["11: changed from 20 with /phone; 12: changed from 20 with /phone", []],
  [
    "12: changed from 20 with /phone; 11: changed from 20 with /phone",
    ["/phone"],
  ],
  [
    "12: changed with /phone; 11: changed from 20 with /phone; 12: changed at 7:00 with /phone",
    ["/phone"],
  ],
])(
  "%s | of these fields of the last word, a later one counts: %j",
  (words, expected) => {
    const history = play([hired, ...words.split("; ")]);
    const word = history.said.at(-1);
    if (word?.kind !== "changed") throw new TypeError("no change");
    const before = history.said.slice(0, -1);
    expect(outdatedFields(before, word, history.settings)).toEqual(expected);
  },
);

test("a release that ends at an instant counts until then, and not at that instant", () => {
  const timeline = timelineAfter(
    `${hired}; 12: suspended; 12: operator: b released disable until 13`,
  );
  const untilMs = 13 * dayMs;
  const isReleasedAt = (nowMs: number) =>
    isRuled(timeline, "b", "released", "disable", nowMs);
  expect([untilMs - 1, untilMs].map(isReleasedAt)).toEqual([true, false]);
});

test("a suspension from the first day begins when its own zone has that day", () => {
  const [one] = timelineAfter(
    `${hired}; 2: suspended from 10 in Honolulu`,
  ).suspensions;
  expect(one?.from.dueMs).toBe(10 * dayMs + 10 * hourMs);
});

test("words of one time and kind are ordered by their ids", () => {
  const { said } = play([
    hired,
    "11: changed at 7:00 with /phone",
    "11: changed at 7:00 with /phone",
  ]);
  const [, one, other] = said;
  if (!one || !other) throw new TypeError("no changes");
  expect(compareStatements(one, other)).toBeLessThan(0);
  expect(compareStatements(other, one)).toBeGreaterThan(0);
});

test("fields that name a day are ordered by it, then by the times at which they were said", () => {
  const field = (day: number, atMs: number) => ({
    field: "/phone",
    by: "a",
    atMs,
    day,
    dueMs: day * dayMs,
    isDated: true,
    isForCreation: false,
  });
  const [first, second, third] = [field(9, 3), field(11, 1), field(11, 2)];
  expect(inOrder([third, second, first])).toEqual([first, second, third]);
});
