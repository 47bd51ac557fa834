import { dayMs, hourMs } from "../../../shared/durations.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { dateOf, dayOf, type Employee } from "../company/employee.ts";
import type { System } from "../system/system.ts";
import { clock } from "../time/virtual-clock.ts";
import { InvariantBroken } from "./broken.ts";
import { attributesOf } from "./stored.ts";

const readFields = [
  "id",
  "type",
  "status",
  "reason",
  "employeeId",
  "execution",
  "dueAtMs",
  "blockedBy",
  "blockedSinceMs",
  "updatedAtMs",
] as const satisfies (keyof Operation)[];
type Open = Pick<Operation, (typeof readFields)[number]>;

/** How long an execution may work: a step that writes our store is tried for a day. */
const longestWorkMs = 26 * hourMs;
/** How late a notice may come: notices are gathered and repeated. */
export const longestNoticeMs = 3 * hourMs;
/** How long the data of an event is kept. */
const keptMs = 14 * dayMs;

/**
 * The reasons for which an operation may ask a person. A fault must not lead to another question: work that a fault has
 * interrupted goes on by itself.
 */
const questions = [
  "disable-limit",
  "deletion-limit",
  "rename-limit",
  "deletion-began",
  "end-said-before",
  "last-day-before-start",
  "rehire-unclear",
  "repeated-after-ruling",
  "unknown-employee",
  "waits-for-decision",
];

/** Further reasons, for which an operation may ask a person about some employees only. */
const ownQuestions: Record<string, (employee: Employee) => boolean> = {
  "username-or-email-taken": ({ isClashing }) => isClashing,
  "person-differs": ({ isRenamedByHand }) => isRenamedByHand,
  // An operator retried an operation more than two weeks later, or HR took a hire back as long ago.
  "data-erased": (one) => one.isRenamedByHand || isWithdrawn(one),
};

/** Whether HR took the last hire back more than two weeks ago. Its data is gone when a clerk says another last day. */
function isWithdrawn({ said }: Employee): boolean {
  const hired = said.findLastIndex(({ type }) => type === "employee.hired");
  const { startDate = "" } = said[hired]?.data ?? {};
  return said.slice(hired + 1).some(({ type, atMs, data }) => {
    const { lastDay = dateOf(dayOf(atMs)) } = data;
    const isEnd =
      type === "employee.terminated" && String(lastDay) < String(startDate);
    return isEnd && atMs < clock.nowMs() - keptMs;
  });
}

type Told = {
  isWell: boolean;
  /** When the last outage ended, or now during an outage. */
  troubleMs: number;
  /** The operations that notices have told to people. */
  told: ReadonlySet<string>;
  employeeOf: (id: string) => Employee | undefined;
};

/**
 * Requires that every operation that is not final is being worked on, waits for a time, is blocked with a cause, or
 * asks a person who was told.
 *
 * @throws InvariantBroken
 */
export function checkOpenOperations(
  { memory: { store } }: System,
  { isWell, troubleMs, told, employeeOf }: Told,
): void {
  const nowMs = clock.nowMs();
  const openOf = (list: string) => operationsIn(store, "open", list);
  for (const one of openOf("active"))
    if (isWell && one.updatedAtMs < nowMs - longestWorkMs)
      fail("work comes to its end", one);
  for (const one of openOf("waiting")) {
    const { dueAtMs, blockedBy, blockedSinceMs = nowMs } = one;
    if (dueAtMs === undefined && blockedBy === undefined)
      fail("what waits has a time or a cause", one);
    // The time since which the operation is blocked counts: another pause of the operation is no progress.
    const sinceMs = Math.max(blockedSinceMs, troubleMs);
    if (isWell && blockedBy !== undefined && sinceMs < nowMs - dayMs)
      fail("what was blocked goes on", one);
    if (isWell && blockedBy === undefined && dueAtMs! < nowMs - longestWorkMs)
      fail("what waits goes on at its time", one);
  }
  const isQuestion = ({ reason, employeeId }: Open) => {
    const employee = employeeOf(employeeId);
    const isOwn = employee && reason && ownQuestions[reason]?.(employee);
    return isOwn || questions.some((one) => one === reason);
  };
  for (const one of [...openOf("needs_attention"), ...openOf("failed")])
    if (!isQuestion(one))
      fail("people are asked only what people can decide", one);
    else if (
      one.updatedAtMs < nowMs - longestNoticeMs &&
      isWell &&
      !told.has(one.id)
    )
      fail("a person is told of what only a person can decide", one);
}

/**
 * Requires that the scheduler has woken all that waited for the end of an outage.
 *
 * @param overMs - when it ended
 * @throws InvariantBroken
 */
export function checkWoken(
  { memory: { store } }: System,
  overMs: number,
): void {
  for (const blocker of ["platform", "configuration"])
    for (const one of operationsIn(store, "outage", blocker))
      if (one.updatedAtMs < overMs)
        fail("the end of an outage wakes what waits for it", one);
}

/**
 * Requires that no operation of the employee has been left since then: its own execution or the runner of the employee
 * is at work. A later crash has a check of its own.
 *
 * @throws InvariantBroken
 */
export function checkGoesOn(
  { memory: { store }, isAlive, lastCrashMs }: System,
  employeeId: string,
  sinceMs: number,
): void {
  const employee = store.items().get(`employee#${employeeId}`);
  const { runner } = attributesOf(employee, ["runner"]) as {
    runner?: { execution: string };
  };
  for (const one of operationsIn(store, "open", "active")) {
    if (one.employeeId !== employeeId) continue;
    if (Math.max(one.updatedAtMs, lastCrashMs(one.id)) > sinceMs) continue;
    const executions = [one.execution, runner?.execution];
    if (!executions.some((arn) => arn !== undefined && isAlive(arn)))
      fail("what a lost execution leaves goes on", one);
  }
}

/** The operations in a list of an index, as they are now. */
function operationsIn(
  store: System["memory"]["store"],
  index: string,
  list: string,
): Open[] {
  return store
    .index(index)
    .idsOf(list)
    .flatMap((id) => {
      const item = store.items().get(id);
      if (!item) return [];
      const operation = attributesOf(item, readFields) as Open;
      return [{ ...operation, id: operation.id.replace(/^operation#/, "") }];
    });
}

function fail(invariant: string, one: Open): never {
  const { id, type, status, reason = "", employeeId, updatedAtMs } = one;
  const since = new Date(updatedAtMs).toISOString();
  throw new InvariantBroken(
    invariant,
    `${id} ${type} of ${employeeId} is ${status} ${reason} since ${since}`,
  );
}
