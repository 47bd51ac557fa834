import { describe, expect, test } from "vitest";
import {
  type DecidedType,
  decideEvents,
  type PresentRecord,
} from "../../../functions/events/decide-events.ts";
import { dayMs, hourMs } from "../../../shared/durations.ts";
import { play } from "../../shared/employment/play.ts";

/** What a record says at noon of a day. It is read as `hr` with all scopes, and hides nothing, unless it says so. */
type Said = {
  day: number;
  start?: number;
  last?: number;
  from?: number;
  until?: number;
  isSilent?: true;
  caller?: string;
  mayUpdate?: false;
};
type Row = [
  employee: string,
  history: string[],
  said: Said,
  events: string[] | "rehire-unclear",
];

const dateOf = (day: number) =>
  new Date(day * dayMs).toISOString().slice(0, 10);

function recordOf(type: PresentRecord["type"], said: Said): PresentRecord {
  const { day, start, last, from, until, caller: name = "hr" } = said;
  const scopes = ["onboard", "offboard"] as const;
  return {
    type,
    data: {
      ...(start !== undefined && { startDate: dateOf(start) }),
      ...(last !== undefined && { lastDay: dateOf(last) }),
      ...(from !== undefined && { from: dateOf(from) }),
      ...(until !== undefined && { until: dateOf(until) }),
    },
    isAhead: last !== undefined && last >= day,
    withdraws: !said.isSilent,
    caller: {
      name,
      scopes: said.mayUpdate === false ? [...scopes] : [...scopes, "update"],
    },
    atMs: day * dayMs + 12 * hourMs,
  };
}

function decide(
  type: PresentRecord["type"],
  history: string[],
  said: Said,
  settings = {},
) {
  const record = recordOf(type, said);
  const { statements, person, settings: played } = play(history);
  const events = decideEvents(record, {
    statements,
    person,
    settings: {
      ...played,
      zone: "UTC",
      graceDays: 0,
      minGraceDays: 0,
      leaverDisposition: "delete",
      ...settings,
    },
    nowMs: record.atMs,
  });
  return typeof events === "string" ? events : events.map(shorten);
}

const shorten = (type: DecidedType) => type.replace("employee.", "");

const hired = "1: hired from 10";
const enabled = [hired, "person enabled"];
const leaves = [...enabled, "11: terminated, last day 20"];
const leavesByPayroll = [
  ...enabled,
  "11: terminated, last day 20, grace 30 by payroll",
];
const leaver = [
  ...enabled,
  "11: terminated, last day 20, grace 30",
  "person disabled for a since 20",
];
const leaverOfPayroll = [...leavesByPayroll, "person disabled for a since 20"];
const hasLeft = [...leaver, "15: terminated, grace 30"];
const kept = [
  ...enabled,
  "11: terminated, last day 20, keep the person",
  "person disabled for a since 20",
];
const keptByPayroll = [
  ...enabled,
  "11: terminated, last day 20, keep the person by payroll",
  "person disabled for a since 20",
];
const deleted = [...leaver, "person gone"];
const deletedByPayroll = [...leaverOfPayroll, "person gone"];
const suspended = [...enabled, "12: suspended"];

describe("a record of a person who is employed", () => {
  const rows: Row[] = [
    ["an unknown employee is a hire", [], { day: 12 }, ["hired"]],
    [
      "an employee of whom only a termination is known is a hire",
      ["11: terminated"],
      { day: 12 },
      ["hired"],
    ],
    ["a hire that waits is a change", [hired], { day: 5 }, ["changed"]],
    [
      "a hire that waits, with another start date, is a hire",
      [hired],
      { day: 5, start: 12 },
      ["hired"],
    ],
    ["an active employee is a change", enabled, { day: 12 }, ["changed"]],
    [
      "an adopted employee is a change",
      ["5: adopted", "person enabled"],
      { day: 12, start: 2 },
      ["changed"],
    ],
    [
      "an active employee, with a later start date, is a hire and a change",
      enabled,
      { day: 12, start: 20 },
      ["hired", "changed"],
    ],
    [
      "an active employee, with a later start date that has come, ends what this caller suspended, too",
      suspended,
      { day: 15, start: 14 },
      ["resumed", "hired", "changed"],
    ],
    [
      "an employee whom this caller suspended is a resumption and a change",
      suspended,
      { day: 15 },
      ["resumed", "changed"],
    ],
    [
      "an employee whom another caller suspended is a change",
      [...enabled, "12: suspended by payroll"],
      { day: 15 },
      ["changed"],
    ],
    [
      "an employee whom this caller suspended, and another one too, is a change",
      [...suspended, "13: suspended by payroll"],
      { day: 15 },
      ["changed"],
    ],
    [
      "an employee who will leave because of this caller is a cancellation and a change",
      leaves,
      { day: 15 },
      ["termination_cancelled", "changed"],
    ],
    [
      "an employee who leaves because of this caller, and whom it suspended, is all three",
      [...leaver, "12: suspended"],
      { day: 22 },
      ["termination_cancelled", "resumed", "changed"],
    ],
    [
      "an employee who leaves because of another caller is a change",
      leaverOfPayroll,
      { day: 22 },
      ["changed"],
    ],
    [
      "an employee who will leave because of two callers is a change",
      [...leaves, "12: terminated, last day 20 by payroll"],
      { day: 15 },
      ["changed"],
    ],
    [
      "an employee whom this caller let go, and who is kept, is a cancellation and a change",
      kept,
      { day: 22 },
      ["termination_cancelled", "changed"],
    ],
    [
      "an employee whom another caller let go, and who is kept, is nothing, as a hire would change nothing",
      keptByPayroll,
      { day: 22, start: 10 },
      [],
    ],
    [
      "an employee whom another caller let go, and who is kept, is a hire with a start date after the last day",
      keptByPayroll,
      { day: 22, start: 21 },
      ["hired"],
    ],
    [
      "an employee whom another caller let go, and who has left, is nothing, as a hire would change nothing",
      deletedByPayroll,
      { day: 60, start: 10 },
      [],
    ],
    [
      "an employee whom another caller let go, and who has left, is a hire for an operator to decide",
      deletedByPayroll,
      { day: 60 },
      ["hired"],
    ],
    [
      "the same is nothing when the operator is asked already",
      [...deletedByPayroll, "59: hired"],
      { day: 60 },
      [],
    ],
    [
      "a leaver who starts after the last day is a hire",
      leaver,
      { day: 22, start: 22 },
      ["hired"],
    ],
    [
      "a leaver whose next employment is known is a change, and the end stays",
      [...leaves, "12: hired from 30"],
      { day: 15, start: 30 },
      ["changed"],
    ],
    [
      "an employee whose planned last day lies after the new start date is a cancellation, a hire and a change",
      leaves,
      { day: 16, start: 15 },
      ["termination_cancelled", "hired", "changed"],
    ],
    [
      "a hire that was withdrawn because of this caller is a cancellation and a change",
      [hired, "2: terminated, last day 5"],
      { day: 7, start: 10 },
      ["termination_cancelled", "changed"],
    ],
    [
      "a caller without the scope update repeats the hire",
      suspended,
      { day: 15, mayUpdate: false },
      ["resumed", "hired"],
    ],
    [
      "a leaver of another caller is a change, also if hires without a start date are accepted",
      ["setting accept", ...leaverOfPayroll],
      { day: 25 },
      ["changed"],
    ],
  ];
  test.each(rows)("of %s", (_, history, said, events) => {
    expect(decide("employee.hired", history, said)).toEqual(events);
  });
});

describe("a record of a person who has left", () => {
  const rows: Row[] = [
    ["an unknown employee is nothing", [], { day: 12 }, []],
    ["an employee who has left is nothing", deleted, { day: 60 }, []],
    [
      "an employee who has left is nothing, whatever last day it names",
      deleted,
      { day: 60, last: 18 },
      [],
    ],
    ["a hire that waits is a termination", [hired], { day: 5 }, ["terminated"]],
    [
      "an active employee is a termination",
      enabled,
      { day: 12 },
      ["terminated"],
    ],
    [
      "an employee who leaves because of another caller is a termination",
      leaverOfPayroll,
      { day: 22 },
      ["terminated"],
    ],
    [
      "an employee who leaves because of this caller is nothing",
      leaver,
      { day: 22 },
      [],
    ],
    [
      "an employee who leaves because of this caller, on the day that it names, is nothing",
      leaver,
      { day: 22, last: 20 },
      [],
    ],
    [
      "an employee who leaves because of this caller, on another day, is a termination",
      leaver,
      { day: 22, last: 21 },
      ["terminated"],
    ],
    [
      "an employee who will leave because of this caller is a termination: the last day has come early",
      leaves,
      { day: 15 },
      ["terminated"],
    ],
    [
      "an employee who will leave because of this caller is nothing if the record keeps silent about the last day",
      leaves,
      { day: 15, isSilent: true },
      [],
    ],
    [
      "an employee whose start is long past is a termination that an operator decides, if the last day is before it",
      enabled,
      { day: 20, last: 8 },
      ["terminated"],
    ],
    [
      "the same is nothing when the operator is asked already",
      [...enabled, "19: terminated, last day 8"],
      { day: 20, last: 8 },
      [],
    ],
  ];
  test.each(rows)("of %s", (_, history, said, events) => {
    expect(decide("employee.terminated", history, said)).toEqual(events);
  });
});

describe("a record of a person who is employed until a last day", () => {
  const rows: Row[] = [
    [
      "an unknown employee is a hire that ends",
      [],
      { day: 12, last: 20 },
      ["hired", "terminated"],
    ],
    [
      "an employee who has left, with a later start date, is a hire that ends",
      deleted,
      { day: 60, start: 60, last: 90 },
      ["hired", "terminated"],
    ],
    [
      "an employee who has left, with the earlier start date, is unclear",
      deleted,
      { day: 60, start: 10, last: 90 },
      "rehire-unclear",
    ],
    [
      "an active employee is a change and a termination",
      enabled,
      { day: 12, last: 20 },
      ["changed", "terminated"],
    ],
    [
      "an employee who will leave on that day because of this caller is a change",
      leaves,
      { day: 12, last: 20 },
      ["changed"],
    ],
    [
      "an employee who will leave on that day because of another caller is a change and a termination",
      leavesByPayroll,
      { day: 12, last: 20 },
      ["changed", "terminated"],
    ],
    [
      "the same is a change when this caller has said it too",
      [...leavesByPayroll, "12: terminated, last day 20"],
      { day: 13, last: 20 },
      ["changed"],
    ],
    [
      "a hire that waits and will end on that day is a change",
      [hired, "2: terminated, last day 20"],
      { day: 3, last: 20 },
      ["changed"],
    ],
    [
      "an employee whom this caller suspended comes back until that day",
      [...leaves, "12: suspended"],
      { day: 15, last: 20 },
      ["resumed", "changed"],
    ],
    [
      "an employee whom this caller suspended until an earlier day comes back until that day",
      [...leaves, "12: suspended until 18"],
      { day: 15, last: 20 },
      ["resumed", "changed"],
    ],
    [
      "an employee whom this caller suspended until that day stays suspended",
      [...leaves, "12: suspended until 20"],
      { day: 15, last: 20 },
      ["changed"],
    ],
    [
      "an employee whom this caller suspended until the earlier last day comes back until the new one",
      [...leaves, "12: suspended until 20"],
      { day: 15, last: 25 },
      ["resumed", "changed", "terminated"],
    ],
    [
      "an employee whose last day has moved is a new termination, without a cancellation between",
      leaves,
      { day: 15, last: 25 },
      ["changed", "terminated"],
    ],
    [
      "a leaver whose last day has moved is a change and a termination",
      kept,
      { day: 22, last: 30 },
      ["changed", "terminated"],
    ],
    [
      "a leaver who starts after the last day is another employment",
      leaver,
      { day: 22, start: 21, last: 40 },
      ["hired", "terminated"],
    ],
  ];
  test.each(rows)("of %s", (_, history, said, events) => {
    expect(decide("employee.terminated", history, said)).toEqual(events);
  });
});

describe("a record of a person who is absent", () => {
  const rows: Row[] = [
    ["an unknown employee is nothing", [], { day: 12 }, []],
    ["an employee who has left is nothing", deleted, { day: 60 }, []],
    ["an active employee is a suspension", enabled, { day: 12 }, ["suspended"]],
    [
      "an employee whom this caller suspended until the same day is nothing",
      [...enabled, "12: suspended from 15 until 20"],
      { day: 13, from: 15, until: 20 },
      [],
    ],
    [
      "an employee whom this caller suspended until another day is a suspension",
      [...enabled, "12: suspended from 15 until 20"],
      { day: 13, from: 15, until: 25 },
      ["suspended"],
    ],
    [
      "an employee whom another caller suspended is a suspension",
      [...enabled, "12: suspended by payroll"],
      { day: 15 },
      ["suspended"],
    ],
    [
      "an employee whom both have suspended is nothing",
      [...suspended, "13: suspended by payroll"],
      { day: 15 },
      [],
    ],
    [
      "an active employee is nothing if the absence is over",
      enabled,
      { day: 30, from: 15, until: 20 },
      [],
    ],
    [
      "an employee who leaves because of this caller stays, and is suspended",
      leaver,
      { day: 22 },
      ["termination_cancelled", "suspended"],
    ],
    [
      "an employee who leaves because of another caller is nothing",
      leaverOfPayroll,
      { day: 22 },
      [],
    ],
    [
      "an unknown employee is nothing, also with a last day to come",
      [],
      { day: 12, last: 20 },
      [],
    ],
    [
      "an active employee with a last day to come is a suspension and a termination",
      enabled,
      { day: 12, last: 20 },
      ["suspended", "terminated"],
    ],
    [
      "an employee who will leave on the day that it names because of this caller is a suspension",
      leaves,
      { day: 12, last: 20 },
      ["suspended"],
    ],
    [
      "an employee whom this caller suspended, and who will leave on that day because of it, is nothing",
      [...leaves, "12: suspended"],
      { day: 15, last: 20 },
      [],
    ],
  ];
  test.each(rows)("of %s", (_, history, said, events) => {
    expect(decide("employee.suspended", history, said)).toEqual(events);
  });
});

describe("a record that keeps silent about a last day that this caller has named", () => {
  const rows: [string, PresentRecord["type"], string[], Said, string[]][] = [
    [
      "changes an active employee, and the termination stays",
      "employee.hired",
      leaves,
      { day: 15 },
      ["changed"],
    ],
    [
      "suspends an active employee, and the termination stays",
      "employee.suspended",
      leaves,
      { day: 15 },
      ["suspended"],
    ],
    [
      "lets a suspension go on that lasts until that day",
      "employee.hired",
      [...leaves, "12: suspended until 20"],
      { day: 15 },
      ["changed"],
    ],
    [
      "ends a suspension that lasts until an earlier day",
      "employee.hired",
      [...leaves, "12: suspended until 19"],
      { day: 15 },
      ["resumed", "changed"],
    ],
    [
      "is nothing for an employee who has left on that day",
      "employee.hired",
      leaver,
      { day: 22 },
      [],
    ],
    [
      "is nothing for an employee who has left on that day and is kept",
      "employee.hired",
      kept,
      { day: 22 },
      [],
    ],
    [
      "is a hire for an employee who starts after that day",
      "employee.hired",
      kept,
      { day: 22, start: 21 },
      ["hired"],
    ],
    [
      "cancels a termination that named no last day",
      "employee.hired",
      hasLeft,
      { day: 22 },
      ["termination_cancelled", "changed"],
    ],
  ];
  test.each(rows)("%s", (_, type, history, said, events) => {
    const silent = { ...said, isSilent: true } as const;
    expect(decide(type, history, silent)).toEqual(events);
  });
});

describe("a record that says of a leaver that no last day is planned", () => {
  const rows: Row[] = [
    ["an unknown employee is nothing", [], { day: 12 }, []],
    ["an active employee is nothing", enabled, { day: 12 }, []],
    [
      "an employee who will leave because of this caller is a cancellation",
      leaves,
      { day: 15 },
      ["termination_cancelled"],
    ],
    [
      "an employee who will leave because of another caller is nothing",
      leavesByPayroll,
      { day: 15 },
      [],
    ],
    [
      "an employee whom this caller let go, and who is being deleted, is nothing",
      [...leaver, "person being deleted"],
      { day: 60 },
      [],
    ],
    [
      "an employee who will leave is nothing, if the map says so",
      leaves,
      { day: 15, isSilent: true },
      [],
    ],
  ];
  test.each(rows)("of %s", (_, history, said, events) => {
    const type = "employee.termination_cancelled";
    expect(decide(type, history, said)).toEqual(events);
  });
});

describe("a record that names a last day that is over", () => {
  const types = [
    "employee.hired",
    "employee.suspended",
    "employee.terminated",
  ] as const;
  test.each(types)(
    "is nothing as %s, if the employee left on that day because of this caller",
    (type) => {
      for (const history of [leaves, leaver, kept, deleted])
        expect(decide(type, history, { day: 22, last: 20 })).toEqual([]);
    },
  );

  const rows: Row[] = [
    [
      "does not matter if the employee leaves on another day",
      leaver,
      { day: 22, last: 19 },
      ["termination_cancelled", "changed"],
    ],
    [
      "does not matter if the employee leaves because of another caller",
      leaverOfPayroll,
      { day: 22, last: 20 },
      ["changed"],
    ],
    [
      "is that of an earlier employment if the start date is not before it",
      leaver,
      { day: 22, start: 21, last: 20 },
      ["hired"],
    ],
    [
      "is that of an earlier employment if the next one goes on",
      [...leaves, "12: hired from 21"],
      { day: 22, last: 20 },
      ["changed"],
    ],
  ];
  test.each(rows)("%s", (_, history, said, events) => {
    expect(decide("employee.hired", history, said)).toEqual(events);
  });
});

describe("a record of a person who is employed again", () => {
  const rows: Row[] = [
    [
      "is unclear under the start date of an employment that ended because of this caller",
      deleted,
      { day: 60, start: 10 },
      "rehire-unclear",
    ],
    [
      "is unclear under a start date before the last day",
      deleted,
      { day: 60, start: 15 },
      "rehire-unclear",
    ],
    [
      "is unclear while the person is being deleted",
      [...leaver, "person being deleted"],
      { day: 60, start: 10 },
      "rehire-unclear",
    ],
    [
      "is a hire under a start date on the last day",
      deleted,
      { day: 60, start: 20 },
      ["hired"],
    ],
    [
      "is a hire for an operator to decide without a start date",
      deleted,
      { day: 60 },
      ["hired"],
    ],
    [
      "is a hire without a start date, if such hires are accepted",
      ["setting accept", ...deleted],
      { day: 60 },
      ["hired"],
    ],
    [
      "is a change when a next hire is known",
      [...deleted, "59: hired from 70"],
      { day: 60, start: 10 },
      ["changed"],
    ],
  ];
  test.each(rows)("%s", (_, history, said, events) => {
    expect(decide("employee.hired", history, said)).toEqual(events);
  });
});
