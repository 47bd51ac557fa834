import type { Operation } from "../../../shared/store/operation.ts";
import type { Word, WordOf } from "../../../shared/employment/statement.ts";
import {
  type Access,
  rightAccess,
} from "../../shared/employment/checker/right-access.ts";
import { dayMs, hourMs } from "../../../shared/durations.ts";
import {
  type DirectoryUser,
  type Employee,
  isKnown,
  maySayEnd,
  type SaidEvent,
} from "../company/employee.ts";
import type { SourceRecord } from "../system/source.ts";
import type { System } from "../system/system.ts";
import { clock } from "../time/virtual-clock.ts";
import { accessStatementOf, termsOf } from "./access-statement.ts";
import { InvariantBroken } from "./broken.ts";
import type { PlatformWatch } from "./platform-watch.ts";
import { checkProfile } from "./profile.ts";
import { attributesOf } from "./stored.ts";

/** How long the system has for its work. */
const allowedMs = 2 * hourMs;

/** The fields of an event that a report shows. */
const shownFields = "startDate lastDay from until title department".split(" ");

/** A deletion may wait for its limit and for an hour of pauses. */
const deletionMs = dayMs;

const readFields = [
  "status",
  "reason",
  "phase",
  "dueAtMs",
  "blockedBy",
] as const satisfies (keyof Operation)[];
const unsettled = ["accepted", "running", "needs_attention", "failed"];
type Known = Partial<Pick<Operation, (typeof readFields)[number]>>;

/**
 * Compares who has access on the platform with what is right by the second formulation of the rules (`rightAccess`),
 * which shares no code with them.
 */
export function createAccessCheck(system: System, watch: PlatformWatch) {
  const { platform, memory } = system;
  /** When a check first saw that the employee has left. */
  const endsSeen = new Map<Employee, number>();

  function operationOf({ operation }: Pick<SaidEvent, "operation">): Known {
    const item = memory.store.items().get(`operation#${operation}`);
    return attributesOf(item, readFields);
  }

  /**
   * The operations of the events that HR said, and the unfinished ones of the employee. After a thin event, the events
   * of its record have operations of their own. The unfinished ones are in the item of the employee.
   */
  function operationsOf({ id, said }: Employee): Known[] {
    const item = memory.store.items().get(`employee#${id}`);
    const { unfinished = [] }: { unfinished?: { id: string }[] } = attributesOf(
      item,
      ["unfinished"],
    );
    const listed = unfinished.map((one) => ({ operation: one.id }));
    return [...said, ...listed].map(operationOf);
  }

  /** Whether the system still works on the operation, or a person has to decide. */
  function isUnsettled(operation: Known): boolean {
    const { status, dueAtMs = Infinity, blockedBy } = operation;
    if (status === "waiting")
      return blockedBy !== undefined || dueAtMs <= clock.nowMs();
    return status !== undefined && unsettled.includes(status);
  }

  /** The history of an employee for the report, a line an event. */
  function tell(employee: Employee): string[] {
    return employee.said.map((event) => {
      const { type, atMs, arrivedAtMs, data, operation } = event;
      const { status, reason, phase } = operationOf(event);
      return [
        iso(atMs),
        type,
        JSON.stringify(data, shownFields),
        `arrived ${arrivedAtMs ? iso(arrivedAtMs) : "never"}`,
        `-> ${operation} ${status} ${reason ?? ""} ${phase ?? ""}`.trim(),
      ].join(" ");
    });
  }

  /**
   * Requires that a leaver is deleted after the grace period, unless the person is kept. The period begins when a check
   * first saw the end, when the person was disabled, or when the last day ended: at the latest of the three.
   */
  function requireDeletion(employee: Employee, right: Access): void {
    if (right.is !== "ended") {
      endsSeen.delete(employee);
      return;
    }
    const seenAtMs = endsSeen.get(employee) ?? clock.nowMs();
    endsSeen.set(employee, seenAtMs);
    const { disposition, graceDays } = right.terms;
    const [person] = employee.usernames.flatMap(
      (one) => platform.findPerson(one) ?? [],
    );
    if (disposition !== "delete" || !person) return;
    // Between two checks, the employee may have come back and left again, and was disabled later then.
    const { disabledAtMs = 0, wasEnabled } = watch.person(person.id) ?? {};
    // A person who was never enabled may belong to an employment that is still to begin.
    const { startDate } = employee.said.findLast(isHire)?.data ?? {};
    const isToCome = Date.parse(String(startDate)) > clock.nowMs();
    if (wasEnabled === false && isToCome) return;
    // A suspended person was disabled before the last day.
    const endMs = statementsOf(employee).findLast(isEnd)?.lastDay?.dueMs ?? 0;
    const sinceMs = Math.max(seenAtMs, disabledAtMs, endMs);
    if (sinceMs + graceDays * dayMs + deletionMs < clock.nowMs())
      throw new InvariantBroken(
        "who has left is deleted after the grace period",
        `${employee.id} has left at ${iso(sinceMs)}`,
        tell(employee),
      );
  }

  return {
    tell,

    /**
     * Compares the access of an employee, the profile and the deletion of a leaver.
     *
     * @returns `false` if it is too early, so that the employee must be checked again
     * @throws InvariantBroken
     */
    check(employee: Employee): boolean {
      const { said, inFlight, isUnchecked, usernames, id } = employee;
      const nowMs = clock.nowMs();
      const people = usernames.flatMap(
        (username) => platform.findPerson(username) ?? [],
      );
      if (people.length > 1)
        throw new InvariantBroken(
          "at most one person for an employee",
          `${id} has ${people.length}`,
          tell(employee),
        );
      // After a decision of an operator or a rename by hand, HR's statements alone do not say what is right.
      if (isUnchecked) return true;
      if (inFlight > 0 || !isKnown(employee)) return false;
      // The hire names the username of another employee, and HR has not corrected it yet.
      const named = said.findLast(({ data }) => data["username"] !== undefined);
      if (employee.isClashing && named?.data["username"] !== employee.username)
        return false;
      const arrivals = said.map(({ arrivedAtMs = nowMs }) => arrivedAtMs);
      if (Math.max(...arrivals) > nowMs - allowedMs) return false;
      if (operationsOf(employee).some(isUnsettled)) return false;
      const accessAt = employee.record
        ? accessOfRecord(employee.record)
        : employee.user
          ? accessOfUser(employee.user)
          : rightAccess(statementsOf(employee)).accessAt;
      const right = accessAt(nowMs);
      const { is } = right;
      // The right access has changed in the last two hours.
      if (is !== accessAt(nowMs - allowedMs).is) return false;
      const isEnabled = people.some(({ svc }) => svc.enabled);
      if (isEnabled !== (is === "enabled"))
        throw new InvariantBroken(
          "access is what HR's statements come to",
          `${id} must be ${is}, and is ${isEnabled ? "enabled" : people.length > 0 ? "disabled" : "absent"}`,
          tell(employee),
        );
      const [person] = people;
      if (person && isEnabled)
        checkProfile({
          employee,
          person,
          watch,
          operationOf,
          platform,
          tell: () => tell(employee),
        });
      requireDeletion(employee, right);
      return true;
    },

    /**
     * When the employee must be checked again although nothing new was said: when a day that HR has named begins or is
     * over, or when the latest time of the deletion has passed. `Infinity`: never.
     */
    nextChangeMs(employee: Employee): number {
      const nowMs = clock.nowMs();
      const { said } = employee;
      const { start, last } = employee.record ?? {};
      const named = said.map(({ data }) => data);
      const firstDays = named.flatMap(({ startDate, from }) => [
        startDate,
        from,
      ]);
      const lastDays = named.flatMap(({ lastDay, until }) => [lastDay, until]);
      const begins = [...firstDays, start].flatMap(beginOf);
      // A last day is over when the next day begins.
      const overs = [...lastDays, last]
        .flatMap(beginOf)
        .map((beginMs) => beginMs + dayMs);
      const seenAtMs = endsSeen.get(employee);
      const ends = seenAtMs === undefined ? [] : said.filter(maySayEnd);
      // The person may have been disabled up to a day after a check saw the end.
      const deletions = ends.map(
        ({ data }) =>
          seenAtMs! + dayMs + termsOf(data).graceDays * dayMs + deletionMs,
      );
      const next = [...begins, ...overs, ...deletions];
      return Math.min(...next.filter((atMs) => atMs > nowMs), Infinity);
    },
  };
}

/** The access that a record says. Each of its changes is an event, and `check` waits two hours after the arrival. */
function accessOfRecord({ status, start, last }: SourceRecord) {
  return (atMs: number): Access => {
    if (atMs < Date.parse(start)) return { is: "absent" };
    if (status === "away") return { is: "suspended" };
    if (status === "here") return { is: "enabled" };
    return last !== null && atMs < Date.parse(last) + dayMs
      ? { is: "enabled" }
      : { is: "ended", terms: termsOf({}) };
  };
}

/** The access that the directory says. Its changes are events, too. */
function accessOfUser({ wants }: DirectoryUser) {
  return (): Access => {
    if (wants === "on") return { is: "enabled" };
    return wants === "off"
      ? { is: "suspended" }
      : { is: "ended", terms: termsOf({}) };
  };
}

/** The statements of HR about the access of an employee, in the order in which they were said. */
function statementsOf({ said }: Employee): Word[] {
  return said.flatMap((event) => accessStatementOf(event) ?? []);
}

function isEnd(word: Word): word is WordOf<"terminated"> {
  return word.kind === "terminated";
}

/** When a day begins, if a date names one. */
function beginOf(date: unknown): number[] {
  return typeof date === "string" ? [Date.parse(date)] : [];
}

function isHire({ type }: SaidEvent): boolean {
  return type === "employee.hired";
}

function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}
