import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { Word } from "../../../shared/employment/statement.ts";
import { rightAccess } from "../../shared/employment/checker/right-access.ts";
import {
  dayMs,
  type Employee,
  hourMs,
  type SaidEvent,
} from "../company/employee.ts";
import type { System } from "../system/system.ts";
import { clock } from "../time/virtual-clock.ts";
import { InvariantBroken } from "./broken.ts";
import { wordOf } from "./words.ts";

/** How long the system has for what it has been told, when nothing is wrong. */
const allowedMs = 2 * hourMs;

type StoredOperation = {
  status?: string;
  reason?: string;
  type?: string;
  dueAtMs?: number;
  blockedBy?: string;
  phase?: string;
  history?: { atMs: number; status: string; reason?: string }[];
};

/** Compares who has access on the platform with what the second formulation of the rules says. */
export function createAccessCheck(system: System) {
  const { platform, memory, settings } = system;
  const accepts = settings.rehireWithoutStartDate === "accept";

  function operationOf({ operation }: SaidEvent): StoredOperation | undefined {
    const item = memory.store.items().get(`operation#${operation}`);
    return item && (unmarshall(item) as StoredOperation);
  }

  /** Whether the system still works on it, or a person has to decide. */
  function isUnsettled(operation: StoredOperation): boolean {
    const { status, dueAtMs = Infinity, blockedBy } = operation;
    if (status === "waiting")
      return blockedBy !== undefined || dueAtMs <= clock.nowMs();
    return (
      status === "accepted" ||
      status === "running" ||
      status === "needs_attention" ||
      status === "failed"
    );
  }

  function tell(employee: Employee): string[] {
    return employee.said.map((event) => {
      const { type, atMs, arrivedAtMs, data, operation } = event;
      const { startDate, lastDay, from, until, title } = data;
      const days = { startDate, lastDay, from, until, title };
      const { status, reason, phase } = operationOf(event) ?? {};
      return [
        iso(atMs),
        type,
        JSON.stringify(days),
        `arrived ${arrivedAtMs ? iso(arrivedAtMs) : "never"}`,
        `-> ${operation} ${status} ${reason ?? ""} ${phase ?? ""}`.trim(),
      ].join(" ");
    });
  }

  return {
    tell,

    /** @returns whether there was nothing to wait for. @throws InvariantBroken */
    check(employee: Employee): boolean {
      const { said, inFlight, isRuled, usernames, id } = employee;
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
      // A person answers for what they ruled.
      if (isRuled) return true;
      if (inFlight > 0 || said.length === 0) return false;
      const arrivals = said.map(({ arrivedAtMs = nowMs }) => arrivedAtMs);
      if (Math.max(...arrivals) > nowMs - allowedMs) return false;
      if (said.some((one) => isUnsettled(operationOf(one) ?? {}))) return false;
      const words = said.flatMap((one): Word[] => {
        const word = wordOf(one);
        return word ? [word] : [];
      });
      const { accessAt } = rightAccess(words, accepts);
      const { is } = accessAt(nowMs);
      if (is !== accessAt(nowMs - allowedMs).is) return false;
      const isEnabled = people.some(({ svc }) => svc.enabled);
      if (isEnabled !== (is === "enabled"))
        throw new InvariantBroken(
          "access is what HR's words come to",
          `${id} must be ${is}, and is ${isEnabled ? "enabled" : people.length > 0 ? "disabled" : "absent"}`,
          tell(employee),
        );
      return true;
    },

    /** When the right access changes next, as far as the words name days. */
    nextChangeMs({ said }: Employee): number {
      const nowMs = clock.nowMs();
      const days = said.flatMap(({ data }) =>
        [data["startDate"], data["lastDay"], data["from"], data["until"]]
          .filter((date) => typeof date === "string")
          .map((date) => Date.parse(date) + dayMs),
      );
      return Math.min(...days.filter((atMs) => atMs > nowMs), Infinity);
    },
  };
}

function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}
