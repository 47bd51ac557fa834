import { describe, expect, test } from "vitest";
import {
  type DecidedType,
  decideEvents,
  type CurrentRecord,
} from "../../../functions/events/decide-events.ts";
import { dayMs, hourMs } from "../../../shared/durations.ts";
import { ruleSettings } from "../../../shared/runtime/settings.ts";
import { defaultsOf } from "../../fixtures/defaults-of.ts";
import { play } from "../../shared/employment/play.ts";

/** What a record says at noon of a day. It is read as the caller `hr`. */
type Said = {
  day: number;
  start?: number;
  last?: number;
  from?: number;
  until?: number;
  /** The record does not show whether there is a last day. */
  isSilent: boolean;
  mayUpdate: boolean;
};

const dateOf = (day: number) =>
  new Date(day * dayMs).toISOString().slice(0, 10);

function recordOf(type: CurrentRecord["type"], said: Said): CurrentRecord {
  const { day, start, last, from, until } = said;
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
      name: "hr",
      scopes: said.mayUpdate ? [...scopes, "update"] : [...scopes],
    },
    atMs: day * dayMs + 12 * hourMs,
  };
}

function decide(
  type: CurrentRecord["type"],
  history: readonly string[],
  said: Said,
) {
  const record = recordOf(type, said);
  const { statements, person, settings: played } = play([...history]);
  const events = decideEvents(record, {
    statements,
    person,
    settings: { ...defaultsOf(ruleSettings), ...played },
    nowMs: record.atMs,
  });
  if (typeof events === "string") return events;
  return events.map(shorten).join(", ") || "nothing";
}

const shorten = (type: DecidedType) => type.replace("employee.", "");

/** What was said and seen of an employee, by the name of the history. A history can begin with another history. */
const histories = new Map<string, string[]>();
for (const line of `
hired            | 1: hired from 10
enabled          | hired; person enabled
leaves           | enabled; 11: terminated, last day 20
leavesByPayroll  | enabled; 11: terminated, last day 20, grace 30 by payroll
leaver           | enabled; 11: terminated, last day 20, grace 30; person disabled for a since 20
leaverOfPayroll  | leavesByPayroll; person disabled for a since 20
hasLeft          | leaver; 15: terminated, grace 30
kept             | enabled; 11: terminated, last day 20, keep the person; person disabled for a since 20
keptByPayroll    | enabled; 11: terminated, last day 20, keep the person by payroll; person disabled for a since 20
deleted          | leaver; person gone
deletedByPayroll | leaverOfPayroll; person gone
suspended        | enabled; 12: suspended
`
  .trim()
  .split("\n")) {
  const [name = "", text = ""] = line.split(/ *\| /);
  histories.set(name, historyOf(text));
}

function historyOf(text: string): string[] {
  const parts = text === "-" ? [] : text.split("; ");
  return parts.flatMap((part) => histories.get(part) ?? [part]);
}

function saidOf(text: string): Said {
  const named = (name: string) => {
    const day = new RegExp(`${name} (\\d+)`).exec(text)?.[1];
    return day === undefined ? {} : { [name]: Number(day) };
  };
  return {
    day: Number.parseInt(text),
    ...named("start"),
    ...named("last"),
    ...named("from"),
    ...named("until"),
    isSilent: text.includes("silent"),
    mayUpdate: !text.includes("without update"),
  };
}

const types: Record<string, CurrentRecord["type"]> = {
  hired: "employee.hired",
  terminated: "employee.terminated",
  suspended: "employee.suspended",
  termination_cancelled: "employee.termination_cancelled",
};

/** Below each sentence: `type of the record | history | day of the read, and what the record names | events`. */
const rules = `
a record of a person who is employed
  of an unknown employee is a hire
    hired | - | 12 | hired
  of an employee of whom only a termination is known is a hire
    hired | 11: terminated | 12 | hired
  of a hire that waits is a change
    hired | hired | 5 | changed
  of a hire that waits, with another start date, is a hire
    hired | hired | 5, start 12 | hired
  of an active employee is a change
    hired | enabled | 12 | changed
  of an adopted employee is a change
    hired | 5: adopted; person enabled | 12, start 2 | changed
  of an active employee, with a later start date, is a hire and a change
    hired | enabled | 12, start 20 | hired, changed
  of an active employee, with a later start date that has come, ends what this caller suspended, too
    hired | suspended | 15, start 14 | resumed, hired, changed
  of an employee whom this caller suspended is a resumption and a change
    hired | suspended | 15 | resumed, changed
  of an employee whom another caller suspended is a change
    hired | enabled; 12: suspended by payroll | 15 | changed
  of an employee whom this caller suspended, and another one too, is a change
    hired | suspended; 13: suspended by payroll | 15 | changed
  of an employee who will leave because of this caller is a cancellation and a change
    hired | leaves | 15 | termination_cancelled, changed
  of an employee who leaves because of this caller, and whom it suspended, cancels, resumes and changes
    hired | leaver; 12: suspended | 22 | termination_cancelled, resumed, changed
  of an employee who leaves because of another caller is a change
    hired | leaverOfPayroll | 22 | changed
  of an employee who will leave because of two callers is a change
    hired | leaves; 12: terminated, last day 20 by payroll | 15 | changed
  of an employee whom this caller let go, and who is kept, is a cancellation and a change
    hired | kept | 22 | termination_cancelled, changed
  of an employee whom another caller let go, and who is kept, is nothing, as a hire would change nothing
    hired | keptByPayroll | 22, start 10 | nothing
  of an employee whom another caller let go, and who is kept, is a hire with a start date after the last day
    hired | keptByPayroll | 22, start 21 | hired
  of an employee whom another caller let go, and who has left, is nothing, as a hire would change nothing
    hired | deletedByPayroll | 60, start 10 | nothing
  of an employee whom another caller let go, and who has left, is a hire for an operator to decide
    hired | deletedByPayroll | 60 | hired
  of an employee of whom an operator is asked already is nothing
    hired | deletedByPayroll; 59: hired | 60 | nothing
  of a leaver who starts after the last day is a hire
    hired | leaver | 22, start 22 | hired
  of a leaver whose next employment is known is a change, and the end stays
    hired | leaves; 12: hired from 30 | 15, start 30 | changed
  of an employee whose planned last day lies after the new start date is a cancellation, a hire and a change
    hired | leaves | 16, start 15 | termination_cancelled, hired, changed
  of a hire that was withdrawn because of this caller is a cancellation and a change
    hired | hired; 2: terminated, last day 5 | 7, start 10 | termination_cancelled, changed
  of a caller without the scope update repeats the hire
    hired | suspended | 15, without update | resumed, hired
  of a leaver of another caller is a change, also if hires without a start date are accepted
    hired | setting accept; leaverOfPayroll | 25 | changed

a record of a person who has left
  of an unknown employee is nothing
    terminated | - | 12 | nothing
  of an employee who has left is nothing
    terminated | deleted | 60 | nothing
  of an employee who has left is nothing, whatever last day it names
    terminated | deleted | 60, last 18 | nothing
  of a hire that waits is a termination
    terminated | hired | 5 | terminated
  of an active employee is a termination
    terminated | enabled | 12 | terminated
  of an employee who leaves because of another caller is a termination
    terminated | leaverOfPayroll | 22 | terminated
  of an employee who leaves because of this caller is nothing
    terminated | leaver | 22 | nothing
  of an employee who leaves because of this caller, on the day that it names, is nothing
    terminated | leaver | 22, last 20 | nothing
  of an employee who leaves because of this caller, on another day, is a termination
    terminated | leaver | 22, last 21 | terminated
  of an employee who will leave because of this caller is a termination: the last day has come early
    terminated | leaves | 15 | terminated
  of an employee who will leave because of this caller is nothing if the record keeps silent about the last day
    terminated | leaves | 15, silent | nothing
  of an employee whose start is long past is a termination that an operator decides, if the last day is before it
    terminated | enabled | 20, last 8 | terminated
  of an employee of whose last day an operator is asked already is nothing
    terminated | enabled; 19: terminated, last day 8 | 20, last 8 | nothing

a record of a person who is employed until a last day
  of an unknown employee is a hire that ends
    terminated | - | 12, last 20 | hired, terminated
  of an employee who has left, with a later start date, is a hire that ends
    terminated | deleted | 60, start 60, last 90 | hired, terminated
  of an employee who has left, with the earlier start date, is unclear
    terminated | deleted | 60, start 10, last 90 | rehire-unclear
  of an active employee is a change and a termination
    terminated | enabled | 12, last 20 | changed, terminated
  of an employee who will leave on that day because of this caller is a change
    terminated | leaves | 12, last 20 | changed
  of an employee who will leave on that day because of another caller is a change and a termination
    terminated | leavesByPayroll | 12, last 20 | changed, terminated
  of an employee who will leave on that day because of both callers is a change
    terminated | leavesByPayroll; 12: terminated, last day 20 | 13, last 20 | changed
  of a hire that waits and will end on that day is a change
    terminated | hired; 2: terminated, last day 20 | 3, last 20 | changed
  of an employee whom this caller suspended comes back until that day
    terminated | leaves; 12: suspended | 15, last 20 | resumed, changed
  of an employee whom this caller suspended until an earlier day comes back until that day
    terminated | leaves; 12: suspended until 18 | 15, last 20 | resumed, changed
  of an employee whom this caller suspended until that day stays suspended
    terminated | leaves; 12: suspended until 20 | 15, last 20 | changed
  of an employee whom this caller suspended until the earlier last day comes back until the new one
    terminated | leaves; 12: suspended until 20 | 15, last 25 | resumed, changed, terminated
  of an employee whose last day has moved is a change and a termination, without a cancellation between
    terminated | leaves | 15, last 25 | changed, terminated
  of a leaver whose last day has moved is a change and a termination
    terminated | kept | 22, last 30 | changed, terminated
  of a leaver who starts after the last day is another employment
    terminated | leaver | 22, start 21, last 40 | hired, terminated

a record of a person who is absent
  of an unknown employee is nothing
    suspended | - | 12 | nothing
  of an employee who has left is nothing
    suspended | deleted | 60 | nothing
  of an active employee is a suspension
    suspended | enabled | 12 | suspended
  of an employee whom this caller suspended until the same day is nothing
    suspended | enabled; 12: suspended from 15 until 20 | 13, from 15, until 20 | nothing
  of an employee whom this caller suspended until another day is a suspension
    suspended | enabled; 12: suspended from 15 until 20 | 13, from 15, until 25 | suspended
  of an employee whom another caller suspended is a suspension
    suspended | enabled; 12: suspended by payroll | 15 | suspended
  of an employee whom both have suspended is nothing
    suspended | suspended; 13: suspended by payroll | 15 | nothing
  of an active employee is nothing if the absence is over
    suspended | enabled | 30, from 15, until 20 | nothing
  of an employee who leaves because of this caller stays, and is suspended
    suspended | leaver | 22 | termination_cancelled, suspended
  of an employee who leaves because of another caller is nothing
    suspended | leaverOfPayroll | 22 | nothing
  of an unknown employee is nothing, also with a last day to come
    suspended | - | 12, last 20 | nothing
  of an active employee with a last day to come is a suspension and a termination
    suspended | enabled | 12, last 20 | suspended, terminated
  of an employee who will leave on the day that it names because of this caller is a suspension
    suspended | leaves | 12, last 20 | suspended
  of an employee whom this caller suspended, and who will leave on that day because of it, is nothing
    suspended | leaves; 12: suspended | 15, last 20 | nothing

a record that keeps silent about a last day that this caller has named
  changes an active employee, and the termination stays
    hired | leaves | 15, silent | changed
  suspends an active employee, and the termination stays
    suspended | leaves | 15, silent | suspended
  lets a suspension go on that lasts until that day
    hired | leaves; 12: suspended until 20 | 15, silent | changed
  ends a suspension that lasts until an earlier day
    hired | leaves; 12: suspended until 19 | 15, silent | resumed, changed
  is nothing for an employee who has left on that day
    hired | leaver | 22, silent | nothing
  is nothing for an employee who has left on that day and is kept
    hired | kept | 22, silent | nothing
  is a hire for an employee who starts after that day
    hired | kept | 22, start 21, silent | hired
  cancels a termination that named no last day
    hired | hasLeft | 22, silent | termination_cancelled, changed

a record that says of a leaver that no last day is planned
  of an unknown employee is nothing
    termination_cancelled | - | 12 | nothing
  of an active employee is nothing
    termination_cancelled | enabled | 12 | nothing
  of an employee who will leave because of this caller is a cancellation
    termination_cancelled | leaves | 15 | termination_cancelled
  of an employee who will leave because of another caller is nothing
    termination_cancelled | leavesByPayroll | 15 | nothing
  of an employee whom this caller let go, and who is being deleted, is nothing
    termination_cancelled | leaver; person being deleted | 60 | nothing
  of an employee who will leave is nothing if the record keeps silent about the last day
    termination_cancelled | leaves | 15, silent | nothing

a record that names a last day that is over
  of an employee who leaves on another day is a cancellation and a change
    hired | leaver | 22, last 19 | termination_cancelled, changed
  of an employee who leaves because of another caller is a change
    hired | leaverOfPayroll | 22, last 20 | changed
  of an employee who starts after that day is a hire
    hired | leaver | 22, start 21, last 20 | hired
  of an employee whose next employment goes on is a change
    hired | leaves; 12: hired from 21 | 22, last 20 | changed

a record of a person who is employed again
  is unclear under the start date of an employment that ended because of this caller
    hired | deleted | 60, start 10 | rehire-unclear
  is unclear under a start date before the last day
    hired | deleted | 60, start 15 | rehire-unclear
  is unclear while the person is being deleted
    hired | leaver; person being deleted | 60, start 10 | rehire-unclear
  is a hire under a start date on the last day
    hired | deleted | 60, start 20 | hired
  is a hire for an operator to decide without a start date
    hired | deleted | 60 | hired
  is a hire without a start date, if such hires are accepted
    hired | setting accept; deleted | 60 | hired
  is a change when a next hire is known
    hired | deleted; 59: hired from 70 | 60, start 10 | changed
`;

for (const section of rules.trim().split("\n\n")) {
  const [name = "", ...lines] = section.split("\n");
  const rows = Array.from({ length: lines.length / 2 }, (_, nth) => {
    const [title = "", row = ""] = lines.slice(2 * nth, 2 * nth + 2);
    const [type = "", history = "", said = "", events] = row
      .trim()
      .split(" | ");
    return { title: title.trim(), type, history, said, events };
  });
  describe(`what ${name} means`, () => {
    test.each(rows)("$title", ({ type, history, said, events }) => {
      const recordType = types[type];
      if (!recordType) throw new Error(`no record says ${type}`);
      const decided = decide(recordType, historyOf(history), saidOf(said));
      expect(decided).toBe(events);
    });
  });
}

test.each(["hired", "suspended", "terminated"] as const)(
  "a record of type %s that names a past last day means nothing if this caller has said that day",
  (type) => {
    for (const history of ["leaves", "leaver", "kept", "deleted"])
      expect(
        decide(`employee.${type}`, historyOf(history), saidOf("22, last 20")),
      ).toBe("nothing");
  },
);
