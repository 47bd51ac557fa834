import type { Employee } from "../company/employee.ts";
import { hourMs } from "../company/employee.ts";
import type { System } from "../system/system.ts";
import { clock } from "../time/virtual-clock.ts";
import { createAccessCheck } from "./access.ts";
import { InvariantBroken } from "./broken.ts";
import { checkOpenOperations } from "./open-operations.ts";
import type { PlatformWatch } from "./platform-watch.ts";
import { checkPersonalData } from "./personal-data.ts";

type Options = {
  system: System;
  watch: PlatformWatch;
  employees: readonly Employee[];
  /** Every operation of which people were told. */
  told: ReadonlySet<string>;
  /** When the platform was last not well. */
  lastTroubleMs: () => number;
  /** Whether the access must be what the rules say. */
  checksAccess: boolean;
};

/** After an outage this time is allowed for the work that waited for its end. */
const recoveryMs = 12 * hourMs;

/** Examines in quiet hours what must always hold. */
export function createExamination({
  system,
  watch,
  employees,
  told,
  lastTroubleMs,
  checksAccess,
}: Options) {
  const access = createAccessCheck(system, watch);
  /** The employees of whom something is new, or was not settled yet. */
  const pending = new Set<Employee>();
  const nextChanges = new Map<Employee, number>();
  const known: InvariantBroken[] = [];

  let compared = 0;

  function checkAccess(employee: Employee): void {
    try {
      if (!access.check(employee)) return;
      compared += 1;
    } catch (error) {
      const isOfRules =
        error instanceof InvariantBroken &&
        error.invariant === "access is what HR's words come to";
      if (checksAccess || !isOfRules) throw error;
      known.push(error);
    }
    pending.delete(employee);
    nextChanges.set(employee, access.nextChangeMs(employee));
  }

  return {
    /** Something is new of the employee. */
    note: (employee: Employee): void => void pending.add(employee),

    /** Differences of the access from the rules, if they do not end the run. */
    known: known as readonly InvariantBroken[],

    /** How often the access of an employee was compared with the rules. */
    compared: (): number => compared,

    /** @throws InvariantBroken */
    quietHour() {
      const nowMs = clock.nowMs();
      const isWell = lastTroubleMs() < nowMs - recoveryMs;
      for (const [employee, atMs] of nextChanges)
        if (atMs <= nowMs) {
          nextChanges.delete(employee);
          pending.add(employee);
        }
      if (isWell) for (const employee of pending) checkAccess(employee);
      return checkOpenOperations(system, { isWell, told });
    },

    /** @throws InvariantBroken */
    personalData: () => checkPersonalData(system, watch, employees),

    /** What happened to an employee, in words. */
    tell: access.tell,
  };
}
