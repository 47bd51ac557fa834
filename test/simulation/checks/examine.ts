import { bytesOf } from "../table/dynalite-item.ts";
import type { Employee } from "../company/employee.ts";
import { hourMs } from "../../../shared/durations.ts";
import type { System } from "../system/system.ts";
import { clock } from "../time/virtual-clock.ts";
import { InvariantBroken } from "./broken.ts";
import { createAccessCheck } from "./access.ts";
import {
  checkGoesOn,
  checkOpenOperations,
  checkWoken,
} from "./open-operations.ts";
import type { PlatformWatch } from "./platform-watch.ts";
import { checkPersonalData } from "./personal-data.ts";
import type { createNoticeCheck } from "./notice-check.ts";

type Options = {
  system: System;
  watch: PlatformWatch;
  employees: readonly Employee[];
  employeeOf: (id: string) => Employee | undefined;
  /** The operations that notices have told to people. */
  told: ReadonlySet<string>;
  noticeCheck: Pick<ReturnType<typeof createNoticeCheck>, "check">;
  /** When the last outage ended, or now during an outage. */
  lastTroubleMs: () => number;
};

/** How long after an outage the work that waited for its end may still go on. */
const recoveryMs = 12 * hourMs;
/** The largest item of an employee. Each write of an item costs by its kilobytes. */
const mostItemBytes = 16 * 1024;

/** Examines in quiet hours what must always hold. */
export function createExamination(options: Options) {
  const { system, watch, employees, employeeOf, told, noticeCheck } = options;
  const { lastTroubleMs } = options;
  const access = createAccessCheck(system, watch);
  /** The employees to compare: something is new about them, or it was too early at the last check. */
  const pending = new Set<Employee>();
  /** When the right access of an employee changes next. */
  const nextChanges = new Map<Employee, number>();

  /** The size of an employee's item, at each comparison of the access. */
  const itemBytes: number[] = [];

  function checkAccess(employee: Employee): void {
    if (!access.check(employee)) return;
    const item = system.memory.store.items().get(`employee#${employee.id}`);
    const bytes = item ? bytesOf(item) : 0;
    itemBytes.push(bytes);
    if (bytes > mostItemBytes)
      throw new InvariantBroken(
        "the item of an employee is small",
        `${employee.id} has ${bytes} bytes`,
        access.tell(employee),
      );
    pending.delete(employee);
    nextChanges.set(employee, access.nextChangeMs(employee));
  }

  const isWellNow = () => lastTroubleMs() < clock.nowMs() - recoveryMs;

  return {
    /** Something is new about the employee. */
    note: (employee: Employee): void => void pending.add(employee),

    itemBytes: itemBytes as readonly number[],

    /**
     * Requires a fault that explains why the scheduler had to run an operation again. Without a fault, an execution
     * ends its operation, or leaves it to the runner of the employee.
     *
     * @param line - the line of the log
     * @throws InvariantBroken
     */
    requireLoss(line: string): void {
      const { operationId } = JSON.parse(line) as { operationId: string };
      const crashMs = system.lastCrashMs(operationId);
      const isByFault = crashMs > clock.nowMs() - hourMs;
      if (isWellNow() && !isByFault)
        throw new InvariantBroken("no operation is left alone", line);
    },

    /** Examines all but personal data. @throws InvariantBroken */
    quietHour(): void {
      const nowMs = clock.nowMs();
      const isWell = isWellNow();
      for (const [employee, atMs] of nextChanges)
        if (atMs <= nowMs) {
          nextChanges.delete(employee);
          pending.add(employee);
        }
      if (isWell) for (const employee of pending) checkAccess(employee);
      if (isWell) noticeCheck.check(system);
      const troubleMs = lastTroubleMs();
      checkOpenOperations(system, { isWell, told, employeeOf, troubleMs });
    },

    /**
     * Requires that nothing waits for the end of an outage that ended at least so long ago.
     *
     * @throws InvariantBroken
     */
    requireWoken(afterMs: number): void {
      const overMs = lastTroubleMs();
      if (overMs <= clock.nowMs() - afterMs) checkWoken(system, overMs);
    },

    /**
     * Requires that the operations of an employee go on, or are at work, so long after a fault.
     *
     * @throws InvariantBroken
     */
    requireGoesOn(employeeId: string, afterMs: number): void {
      if (isWellNow()) checkGoesOn(system, employeeId, clock.nowMs() - afterMs);
    },

    /** @throws InvariantBroken */
    personalData: () => checkPersonalData(system, watch, employees),

    tell: access.tell,
  };
}
