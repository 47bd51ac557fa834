import type { SourceRecord } from "../system/source.ts";
import { clock } from "../time/virtual-clock.ts";
import { dateOf, type Employee, personalMark } from "./employee.ts";

/** What the second HR system knows of a new employee. */
export function newRecord(employee: Employee): SourceRecord {
  const { id, number, startDay } = employee;
  return {
    id,
    status: "here",
    given: "Given",
    family: `${personalMark}${number}`,
    start: dateOf(startDay),
    last: null,
    ...fieldsOf(employee),
  };
}

/** Lets the record show what another system says in an event. A record has a start, a last day and no other dates. */
export function amendRecord(
  employee: Employee,
  type: string,
  { lastDay }: Record<string, unknown>,
): void {
  const { record, startDay } = employee;
  if (!record) return;
  Object.assign(record, fieldsOf(employee));
  // The start of an employment that has begun stays, unless the employee has left.
  const hasBegun = Date.parse(record.start) <= clock.nowMs();
  const isNew = record.status === "gone" || !hasBegun;
  if (type === "employee.hired" && isNew) record.start = dateOf(startDay);
  if (type === "employee.changed") return;
  if (type === "employee.suspended") {
    record.status = "away";
    return;
  }
  const isTerminated = type === "employee.terminated";
  record.status = isTerminated ? "gone" : "here";
  record.last = isTerminated && typeof lastDay === "string" ? lastDay : null;
}

function fieldsOf({ username, title, department }: Employee) {
  return {
    username,
    mail: `${username}@example.com`,
    job: title,
    unit: department,
  };
}
