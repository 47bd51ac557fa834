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
import { rows } from "../../fixtures/rows.ts";
import { personOf, play } from "./play.ts";

const noon = (day: string): number => Number(day) * dayMs + dayMs / 2;

function timelineAfter(history: string) {
  const { statements, settings } = play(history.split("; "));
  return timelineOf(statements, settings);
}

// History | day | person as seen | day of the next change.
test.each(rows`
  1: hired from 10 | 5 | none | 10
  1: hired from 10 | 12 | enabled | never
  1: hired from 10; 11: terminated, last day 20, grace 3 | 12 | enabled | 21
  1: hired from 10; 11: terminated, last day 20, grace 3 | 21 | disabled for a since 21 | 24
  1: hired from 10; 11: terminated, last day 20, grace 3 | 21 | enabled | never
  1: hired from 10; 11: terminated, last day 20, grace 3 | 25 | disabled for a since 21 | never
  1: hired from 10; 11: suspended | 12 | disabled for a since 11 | never
  1: hired from 10; 2: terminated | 5 | none | never
  1: hired from 10; 11: terminated, grace 30, keep the person | 15 | disabled for a since 11 | never
  1: hired from 10; 11: suspended from 15 until 20 | 12 | enabled | 15
  1: hired from 10; 11: suspended from 15 until 20 | 16 | enabled | 21
  1: hired from 10; 11: changed from 20 with /phone | 12 | enabled | 20
  1: hired from 10; 11: terminated, last day 20, grace 3; 12: changed from 25 with /phone | 22 | enabled | never
  1: hired from 10; 11: hired from 20 without update with /phone | 20 | enabled | never
`)(
  "%s | on day %s, the person %s: the day of the next change is %s",
  (history, day, seen, next) => {
    const timeline = timelineAfter(history);
    const atMs = noon(day);
    const now = wanted(timeline, atMs);
    const { dueMs } = nextInstant(timeline, now, personOf(seen), atMs) ?? {};
    expect(dueMs === undefined ? "never" : `${dueMs / dayMs}`).toBe(next);
  },
);

test.each(rows`
  1: hired from 10 | 5 | absent | a
  1: hired from 10; 2: terminated, last day 10 | 5 | absent | a
  1: hired from 10 | 12 | enabled | a
  1: hired from 10; 11: hired from 20 | 15 | enabled | a
  1: hired from 10; 11: hired from 20 | 21 | enabled | b
  1: hired from 10; 11: suspended | 12 | disabled | b
  1: hired from 10; 11: terminated, last day 20, grace 3 | 22 | deleted | b
`)(
  "%s | on day %s, the person is %s because of %s",
  (history, day, is, because) => {
    const now = wanted(timelineAfter(history), noon(day));
    expect(now).toMatchObject({ is, because });
  },
);

test.each(rows`
  1: hired from 10 | 5 | true
  1: hired from 10; 11: terminated, last day 20, grace 3 | 15 | true
  1: hired from 10; 11: terminated, last day 20, grace 3 | 25 | false
  1: hired from 10; 12: terminated at 12:00 | 12 | false
  1: hired from 10; 11: terminated, last day 20, grace 3; 12: hired from 30 | 25 | false, true
  1: hired from 10; 11: hired from 30 | 25 | true, true
  1: hired from 10; 11: hired from 30 | 31 | false, true
  1: hired from 10; 2: terminated | 5 | false
  1: hired from 10; 2: terminated, last day 5 | 3 | false
`)(
  "%s | on day %s, the end of each employment is to come: %s",
  (history, day, expected) => {
    const { employments: all } = timelineAfter(history);
    const toCome = all.map((one) => isToGoOn(one, all, noon(day)));
    expect(toCome.join(", ")).toBe(expected);
  },
);

test.each(rows`
  1: hired from 10 with /phone; 5: changed with /title | 5 | /phone of a, /title of b
  1: hired from 10 with /phone; 5: changed with /title; 11: terminated, last day 20 | 15 | /phone of a, /title of b
  1: hired from 10 with /phone; 5: changed with /title; 11: terminated, last day 20 | 25 | nothing
  1: hired from 10 with /phone; 5: changed with /title; 11: terminated, last day 20; 12: hired from 30; 22: changed with /title | 25 | /phone of a, /title of e
  setting created 5 days before; 1: hired from 10 with /phone; 5: changed with /title; 11: terminated, last day 20; 12: hired from 30; 22: changed with /title | 22 | /phone of a, /title of e
  1: hired from 10 with /phone; 5: changed with /title; 11: terminated, last day 20; 12: hired from 30; 22: changed with /title; 23: changed from 26 with /phone | 24 | /phone of f, /title of e
  1: hired from 10 with /phone; 5: changed with /title; 11: terminated, last day 20; 12: hired from 30; 22: changed with /title; 23: suspended from 30 | 25 | /phone of a, /title of e
  1: hired from 10 with /phone; 5: changed with /title; 11: terminated, last day 20; 12: hired from 30; 13: terminated, last day 40; 14: hired from 60 with /phone | 25 | /phone of a, /phone of f, /title of b
  1: hired from 10 with /phone; 5: changed with /title; 11: terminated, last day 20; 12: hired from 30; 22: changed with /title; 23: terminated | 24 | nothing
`)(
  "%s | on day %s, the next person may be created with %s",
  (history, day, expected) => {
    const fields = fieldsOfNext(timelineAfter(history), noon(day));
    const named = fields.map(({ field, by }) => `${field} of ${by}`);
    expect([...new Set(named)].sort().join(", ") || "nothing").toBe(expected);
  },
);

test.each(rows`
  11: changed with /phone; 12: changed with /phone | none
  12: changed with /phone; 11: changed with /phone | /phone
  12: changed from 20 with /phone; 11: changed with /phone | none
  12: changed with /phone; 12: changed at 7:00 with /phone and /title | /phone
  12: changed with /phone; 12: changed at 7:00 with /title | none
  11: changed from 20 with /phone; 12: changed from 20 with /phone | none
  12: changed from 20 with /phone; 11: changed from 20 with /phone | /phone
  12: changed with /phone; 11: changed from 20 with /phone; 12: changed at 7:00 with /phone | /phone
`)(
  "%s | the last change is outdated for these of its fields: %s",
  (history, expected) => {
    const { said } = play(["1: hired from 10", ...history.split("; ")]);
    const change = said.at(-1);
    if (change?.kind !== "changed") throw new TypeError("no change");
    const outdated = outdatedFields(said.slice(0, -1), change);
    expect(outdated.join(", ") || "none").toBe(expected);
  },
);

test("a release that ends at an instant counts until then, and not at that instant", () => {
  const timeline = timelineAfter(
    "1: hired from 10; 12: suspended; 12: operator: b released disable until 13",
  );
  const untilMs = 13 * dayMs;
  const isReleasedAt = (nowMs: number) =>
    isRuled(timeline, "b", "released", "disable", nowMs);
  expect([untilMs - 1, untilMs].map(isReleasedAt)).toEqual([true, false]);
});

test("a suspension from the first day begins when its own zone has that day", () => {
  const [one] = timelineAfter(
    "1: hired from 10; 2: suspended from 10 in Honolulu",
  ).suspensions;
  expect(one?.from.dueMs).toBe(10 * dayMs + 10 * hourMs);
});

test("statements of one time and kind are ordered by their ids", () => {
  const { said } = play([
    "1: hired from 10",
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
