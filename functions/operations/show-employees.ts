import { isoTimeOf } from "../../shared/iso-time.ts";
import type { Context } from "hono";
import * as z from "zod/mini";
import { toCursor } from "../../shared/cursor.ts";
import { employeeIdSchema } from "../../shared/fields.ts";
import { hasCome } from "../../shared/employment/timeline.ts";
import { timelineOf } from "../../shared/employment/timeline-of.ts";
import { type Employee, employeeStates } from "../../shared/store/employee.ts";
import type { Operation } from "../../shared/store/operation.ts";
import type { OperatorLists } from "../../shared/store/operator-lists.ts";
import type { Store } from "../../shared/store/store.ts";
import type { Caller } from "../../shared/webhook/callers.ts";
import { problem } from "../../shared/webhook/problem.ts";
import { representOperation } from "../../shared/webhook/represent-operation.ts";
import { wanted } from "../../shared/employment/wanted.ts";
import {
  briefOperationSchema,
  employeeFilterSchema,
  type listedEmployeeSchema,
  type ShownEmployee,
} from "./contract.ts";
import { foreignCursor, fromCursor } from "./cursor.ts";
import { invalid, readQuery } from "./read-request.ts";

type Dependencies = {
  store: Pick<Store, "operations" | "employees" | "persons">;
  nowMs: () => number;
  lists: Pick<OperatorLists, "employees">;
};

/** At most this many of the newest operations of an employee are shown in full. */
const maxShown = 20;
/** At most this many of the newest ones are read, to find the operations that are planned or need attention. */
const maxRead = 100;

const filterSchema = z.extend(employeeFilterSchema, {
  state: z.optional(z.enum(employeeStates)),
});

/** Answers `GET /employees`: a page of the employees in a state, or the employee of a person. */
export async function listEmployees(
  c: Context,
  { lists, store, nowMs }: Dependencies,
): Promise<Response> {
  const { state, personID, details, limit, cursor } = readQuery(
    c,
    filterSchema,
  );
  if (personID !== undefined && state === undefined) {
    const employeeId = await store.persons.find(personID);
    const employee = employeeId && (await store.employees.get(employeeId));
    return c.json({
      employees: employee ? [{ employeeId, state: employee.state }] : [],
    });
  }
  if (state === undefined || personID !== undefined)
    return invalid(c, [
      { pointer: "#/state", detail: "must be given, or personID: one of them" },
    ]);
  const place = fromCursor(cursor, state);
  const page = place && (await lists.employees(state, limit, place.position));
  if (!page) return invalid(c, [foreignCursor]);
  const employees = await Promise.all(
    page.employeeIds.map(async (employeeId) => {
      const item = details && (await store.employees.get(employeeId));
      return {
        employeeId,
        state,
        ...(item && detailsOf(item, nowMs())),
      };
    }),
  );
  return c.json({
    employees,
    next: page.next && toCursor(page.next, state),
  });
}

/** Whether the person has access, since when, and because of which event. */
function detailsOf(
  { personID, person, statements }: Employee,
  nowMs: number,
): Omit<z.infer<typeof listedEmployeeSchema>, "employeeId" | "state"> {
  const timeline = timelineOf(statements);
  const { because } = wanted(timeline, nowMs);
  const current = timeline.employments.findLast(({ start }) =>
    hasCome(start, nowMs),
  );
  return {
    personID,
    hasAccess: person.is === "enabled",
    since: isoTimeOf(current?.start.dueMs),
    because,
  };
}

/** Answers `GET /employees/{id}`, also for an employee whom only an operation names. */
export async function showEmployee(
  c: Context,
  id: string,
  caller: Caller,
  { store, nowMs }: Dependencies,
): Promise<Response> {
  const employeeId = employeeIdSchema.safeParse(id).data;
  if (employeeId === undefined) return problem(c, "not-found");
  const employee = await store.employees.get(employeeId);
  // A termination or a hire can wait for months, behind any number of newer statuses and changes.
  const open = employee?.unfinished.map((one) => one.id);
  const all = await store.operations.ofEmployee(employeeId, maxRead, open);
  if (!employee && all.length === 0) return problem(c, "not-found");
  const shown = all.map((one) => representOperation(one, caller));
  return c.json({
    employeeId,
    ...(employee
      ? knownOf(employee, nowMs())
      : { state: "unknown", identities: [] }),
    planned: briefly(shown, "waiting"),
    attention: briefly(shown, "failed", "needs_attention"),
    operations: shown.slice(0, maxShown),
  });
}

/** The operations with one of these statuses, in brief. */
function briefly(
  shown: readonly ReturnType<typeof representOperation>[],
  ...statuses: Operation["status"][]
) {
  return shown
    .filter(({ status }) => statuses.includes(status))
    .map((one) => briefOperationSchema.parse(one));
}

/** What our store knows of an employee, without personal data. */
function knownOf(
  item: Employee,
  nowMs: number,
): Omit<ShownEmployee, "employeeId" | "planned" | "attention" | "operations"> {
  const { state, personID, refs, identities = [], hiredAtMs } = item;
  const timeline = timelineOf(item.statements);
  const employment = timeline.employments.at(-1);
  const suspension = timeline.suspensions.find(
    ({ from, until }) =>
      hasCome(from, nowMs) && until && !hasCome(until, nowMs),
  );
  return {
    state,
    personID,
    ref: refs?.["self"],
    page: refs?.["html"],
    identities: [...new Set(identities.map(({ kind }) => kind))],
    // The index of employees needs a number, so it is 0 if no hire was said.
    hiredAt: isoTimeOf(hiredAtMs || undefined),
    startsAt: isoTimeOf(employment?.start.dueMs),
    endsAt: isoTimeOf(employment?.end?.dueMs),
    suspendedUntil: isoTimeOf(suspension?.until?.dueMs),
  };
}
