import type { InProcess } from "../../../environments/in-process.ts";
import { hireOf } from "../../../fixtures/hire.ts";

/**
 * A situation that an alarm is for. The real code writes its log in it. Each situation has a day of its own, and
 * employees of its own, and one employee may leave on each day.
 */
export type Situation = (environment: InProcess) => Promise<unknown>;

export const hire = ({ sendAndWait }: InProcess, employeeId: string) =>
  sendAndWait("employee.hired", hireOf(employeeId));

export const change = ({ sendAndWait }: InProcess, employeeId: string) =>
  sendAndWait("employee.changed", { employeeId, title: "Boss" });

export const setStatus = ({ sendAndWait }: InProcess, employeeId: string) =>
  sendAndWait("status.set", { employeeId, text: "Busy" });
