import { describe, expect, test } from "vitest";
import {
  decideEvents,
  isRehireUnclear,
  type Meaning,
  type Situation,
} from "../../../functions/events/decide-events.ts";

const nothing: Situation = {
  state: undefined,
  isHired: false,
  leaving: undefined,
  suspension: undefined,
};
const lastDayAtMs = 1_000;
const leaves = (isOurs: boolean): Partial<Situation> => ({
  leaving: { isOurs, lastDayAtMs, endsAtMs: lastDayAtMs },
});
const suspended = (isOurs: boolean, untilMs?: number): Partial<Situation> => ({
  suspension: { isOurs, fromMs: undefined, untilMs },
});

const noTimes = {
  startsAtMs: undefined,
  lastDayAtMs: undefined,
  isAhead: false,
  withdraws: true,
  fromMs: undefined,
  untilMs: undefined,
};
const employed: Meaning = { type: "employee.hired", ...noTimes };
const gone: Meaning = { type: "employee.terminated", ...noTimes };
const absent: Meaning = { type: "employee.suspended", ...noTimes };

type Row = [what: string, situation: Partial<Situation>, events: string[]];

function decide(
  meaning: Meaning,
  situation: Partial<Situation>,
  mayUpdate = true,
) {
  return decideEvents(meaning, { ...nothing, ...situation }, mayUpdate).map(
    (type) => type.replace("employee.", ""),
  );
}

describe("a record of a person who is employed", () => {
  const rows: Row[] = [
    ["an unknown employee is a hire", {}, ["hired"]],
    ["an expected employee is a hire", { state: "expected" }, ["hired"]],
    ["an employee who has left is a hire", { state: "left" }, ["hired"]],
    [
      "an employee whose person is being deleted is a hire",
      { state: "deleting", ...leaves(true) },
      ["hired"],
    ],
    ["an onboarding is a change", { state: "onboarding" }, ["changed"]],
    [
      "an unknown employee whose hire waits is a change",
      { isHired: true },
      ["changed"],
    ],
    ["an active employee is a change", { state: "active" }, ["changed"]],
    [
      "an employee whom this caller suspended is a resumption and a change",
      { state: "suspended", ...suspended(true) },
      ["resumed", "changed"],
    ],
    [
      "an employee whom another caller suspended is a change",
      { state: "suspended", ...suspended(false) },
      ["changed"],
    ],
    [
      "an active employee who will leave because of this caller is a cancellation and a change",
      { state: "active", ...leaves(true) },
      ["termination_cancelled", "changed"],
    ],
    [
      "an employee who leaves because of this caller, and whom it suspended, is all three",
      { state: "leaving", ...leaves(true), ...suspended(true) },
      ["termination_cancelled", "resumed", "changed"],
    ],
    [
      "an employee who leaves because of another caller is a change",
      { state: "leaving", ...leaves(false) },
      ["changed"],
    ],
    [
      "an employee whom another caller let go, and who is kept, is a hire",
      { state: "kept", ...leaves(false) },
      ["hired"],
    ],
  ];
  test.each(rows)("of %s", (_, situation, events) => {
    expect(decide(employed, situation)).toEqual(events);
  });

  test("who starts after the last day that this caller named is a hire", () => {
    const later = { ...employed, startsAtMs: lastDayAtMs + 1 };
    const situation = { state: "leaving", ...leaves(true) } as const;
    expect(decide(later, situation)).toEqual(["hired"]);
  });

  test("repeats the hire if the caller lacks the scope update", () => {
    const situation = { state: "suspended", ...suspended(true) } as const;
    expect(decide(employed, situation, false)).toEqual(["resumed", "hired"]);
  });
});

describe("a record of a person who has left", () => {
  const rows: Row[] = [
    ["an unknown employee is nothing", {}, []],
    ["an employee who has left is nothing", { state: "left" }, []],
    ["a hire that waits is a termination", { isHired: true }, ["terminated"]],
    [
      "an active employee is a termination",
      { state: "active" },
      ["terminated"],
    ],
    [
      "an employee who leaves because of another caller is a termination",
      { state: "leaving", ...leaves(false) },
      ["terminated"],
    ],
    [
      "an employee who leaves because of this caller is nothing",
      { state: "leaving", ...leaves(true) },
      [],
    ],
  ];
  test.each(rows)("of %s", (_, situation, events) => {
    expect(decide(gone, situation)).toEqual(events);
  });

  test("on another last day than this caller named is a termination", () => {
    const moved = { ...gone, lastDayAtMs: lastDayAtMs + 1 };
    const situation = { state: "active", ...leaves(true) } as const;
    expect(decide(moved, situation)).toEqual(["terminated"]);
    expect(decide({ ...gone, lastDayAtMs }, situation)).toEqual([]);
  });
});

describe("a record of a person who is employed until a last day", () => {
  const ends: Meaning = { ...gone, lastDayAtMs, isAhead: true };
  const rows: Row[] = [
    ["an unknown employee is a hire that ends", {}, ["hired", "terminated"]],
    [
      "an employee who has left is a hire that ends",
      { state: "left" },
      ["hired", "terminated"],
    ],
    [
      "an active employee is a change and a termination",
      { state: "active" },
      ["changed", "terminated"],
    ],
    [
      "an employee who will leave on that day because of this caller is a change",
      { state: "active", ...leaves(true) },
      ["changed"],
    ],
    [
      "a hire that waits and will end on that day is a change",
      { isHired: true, ...leaves(true) },
      ["changed"],
    ],
    [
      "an employee whom this caller suspended comes back until that day",
      { state: "suspended", ...suspended(true), ...leaves(true) },
      ["resumed", "changed"],
    ],
    [
      "an employee whom this caller suspended until an earlier time comes back until that day",
      {
        state: "suspended",
        ...suspended(true, lastDayAtMs - 1),
        ...leaves(true),
      },
      ["resumed", "changed"],
    ],
    [
      "an employee whom this caller suspended until that day stays suspended",
      { state: "suspended", ...suspended(true, lastDayAtMs), ...leaves(true) },
      ["changed"],
    ],
    [
      "an employee who leaves because of another caller is a change and a termination",
      { state: "leaving", ...leaves(false) },
      ["changed", "terminated"],
    ],
  ];
  test.each(rows)("of %s", (_, situation, events) => {
    expect(decide(ends, situation)).toEqual(events);
  });

  test("is a new termination if the day has moved, without a cancellation between", () => {
    const moved = { ...ends, lastDayAtMs: lastDayAtMs + 1 };
    const situation = { state: "active", ...leaves(true) } as const;
    expect(decide(moved, situation)).toEqual(["changed", "terminated"]);
  });

  test("is another employment if it starts after the last day of this one", () => {
    const again = { ...ends, startsAtMs: 1_001, lastDayAtMs: 2_000 };
    const situation = { state: "leaving", ...leaves(true) } as const;
    expect(decide(again, situation)).toEqual(["hired", "terminated"]);
  });
});

describe("a record of a person who is absent", () => {
  const rows: Row[] = [
    ["an unknown employee is nothing", {}, []],
    ["an active employee is a suspension", { state: "active" }, ["suspended"]],
    [
      "an employee whom this caller suspended until the same time is nothing",
      { state: "suspended", ...suspended(true) },
      [],
    ],
    [
      "an employee whom this caller suspended until another time is a suspension",
      { state: "suspended", ...suspended(true, 5) },
      ["suspended"],
    ],
    [
      "an employee whom another caller suspended is a suspension",
      { state: "suspended", ...suspended(false) },
      ["suspended"],
    ],
    [
      "an employee who leaves because of this caller stays, and is suspended",
      { state: "leaving", ...leaves(true) },
      ["termination_cancelled", "suspended"],
    ],
  ];
  test.each(rows)("of %s", (_, situation, events) => {
    expect(decide(absent, situation)).toEqual(events);
  });

  const ends: Meaning = { ...absent, lastDayAtMs, isAhead: true };
  const endRows: Row[] = [
    ["an unknown employee is nothing", {}, []],
    [
      "an active employee is a suspension and a termination",
      { state: "active" },
      ["suspended", "terminated"],
    ],
    [
      "an employee who will leave on that day because of this caller is a suspension",
      { state: "active", ...leaves(true) },
      ["suspended"],
    ],
    [
      "an employee whom this caller suspended, and who will leave on that day because of it, is nothing",
      { state: "suspended", ...suspended(true), ...leaves(true) },
      [],
    ],
  ];
  test.each(endRows)(
    "until a last day to come of %s",
    (_, situation, events) => {
      expect(decide(ends, situation)).toEqual(events);
    },
  );
});

describe("a record that keeps silent about a last day that this caller has named", () => {
  const silent = { withdraws: false };
  const rows: [string, Meaning, Partial<Situation>, string[]][] = [
    [
      "changes an active employee, and the termination stays",
      { ...employed, ...silent },
      { state: "active", ...leaves(true) },
      ["changed"],
    ],
    [
      "suspends an active employee, and the termination stays",
      { ...absent, ...silent },
      { state: "active", ...leaves(true) },
      ["suspended"],
    ],
    [
      "lets a suspension go on that lasts until that day",
      { ...employed, ...silent },
      { state: "suspended", ...suspended(true, 1_000), ...leaves(true) },
      ["changed"],
    ],
    [
      "ends a suspension that lasts until an earlier time",
      { ...employed, ...silent },
      { state: "suspended", ...suspended(true, 999), ...leaves(true) },
      ["resumed", "changed"],
    ],
    [
      "is nothing for an employee who has left on that day",
      { ...employed, ...silent },
      { state: "leaving", ...leaves(true) },
      [],
    ],
    [
      "is nothing for an employee who has left on that day and is kept",
      { ...employed, ...silent },
      { state: "kept", ...leaves(true) },
      [],
    ],
    [
      "is a hire for an employee who starts after that day",
      { ...employed, ...silent, startsAtMs: lastDayAtMs + 1 },
      { state: "kept", ...leaves(true) },
      ["hired"],
    ],
    [
      "cancels a termination that named no last day",
      { ...employed, ...silent },
      {
        state: "leaving",
        leaving: { isOurs: true, lastDayAtMs: undefined, endsAtMs: 1_000 },
      },
      ["termination_cancelled", "changed"],
    ],
  ];
  test.each(rows)("%s", (_, meaning, situation, events) => {
    expect(decide(meaning, situation)).toEqual(events);
  });
});

describe("a record that says of a leaver that no last day is planned", () => {
  const stays: Meaning = { ...gone, type: "employee.termination_cancelled" };
  const rows: Row[] = [
    ["an unknown employee is nothing", {}, []],
    ["an active employee is nothing", { state: "active" }, []],
    [
      "an employee who will leave because of this caller is a cancellation",
      { state: "active", ...leaves(true) },
      ["termination_cancelled"],
    ],
    [
      "an employee who will leave because of another caller is nothing",
      { state: "active", ...leaves(false) },
      [],
    ],
    [
      "an employee whom this caller let go, and who is being deleted, is nothing",
      { state: "deleting", ...leaves(true) },
      [],
    ],
  ];
  test.each(rows)("of %s", (_, situation, events) => {
    expect(decide(stays, situation)).toEqual(events);
  });

  test("is nothing for an employee who will leave, if the map says so", () => {
    const situation = { state: "active", ...leaves(true) } as const;
    expect(decide({ ...stays, withdraws: false }, situation)).toEqual([]);
  });
});

describe("a record that names a last day that is over", () => {
  const records: [string, Meaning][] = [
    ["employed", { ...employed, lastDayAtMs }],
    ["absent", { ...absent, lastDayAtMs }],
    ["gone", { ...gone, lastDayAtMs }],
  ];
  test.each(records)(
    "is nothing for a person who is %s, if the employee left on that day because of this caller",
    (_, record) => {
      for (const state of ["active", "leaving", "kept", "left"] as const)
        expect(decide(record, { state, ...leaves(true) })).toEqual([]);
    },
  );

  test("does not matter if the employee leaves on another day, or because of another caller", () => {
    const record = { ...employed, lastDayAtMs: lastDayAtMs - 1 };
    expect(decide(record, { state: "leaving", ...leaves(true) })).toEqual([
      "termination_cancelled",
      "changed",
    ]);
    const same = { ...employed, lastDayAtMs };
    expect(decide(same, { state: "leaving", ...leaves(false) })).toEqual([
      "changed",
    ]);
  });

  test("is that of an earlier employment if the start date is not before it", () => {
    const again = { ...employed, lastDayAtMs, startsAtMs: lastDayAtMs + 1 };
    expect(decide(again, { state: "leaving", ...leaves(true) })).toEqual([
      "hired",
    ]);
  });
});

describe("a record of a person who is employed again under the earlier start date", () => {
  const again = { ...employed, startsAtMs: lastDayAtMs - 1 };
  const left = { ...nothing, state: "left", ...leaves(true) } as const;

  test.each<[string, Meaning, Situation]>([
    ["an employee who has left", again, left],
    [
      "an employee whose person is being deleted",
      again,
      { ...left, state: "deleting" },
    ],
    [
      "an employee who has left, and will leave again",
      { ...again, ...gone, startsAtMs: 1, lastDayAtMs: 2_000, isAhead: true },
      left,
    ],
  ])("is unclear for %s", (_, meaning, situation) => {
    expect(isRehireUnclear(meaning, situation)).toBe(true);
  });

  test.each<[string, Meaning, Situation]>([
    ["another start date", { ...again, startsAtMs: lastDayAtMs }, left],
    ["no start date", employed, left],
    ["the last day of that employment", { ...again, lastDayAtMs }, left],
    ["the state that the person left", { ...again, type: gone.type }, left],
    ["an employee whose hire waits", again, { ...left, isHired: true }],
    ["an employee who is kept", again, { ...left, state: "kept" }],
    [
      "an employee who left because of another caller",
      again,
      { ...left, ...leaves(false) },
    ],
  ])("is not unclear with %s", (_, meaning, situation) => {
    expect(isRehireUnclear(meaning, situation)).toBe(false);
  });
});
