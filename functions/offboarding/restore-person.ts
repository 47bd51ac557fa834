import { StoreConflict } from "../../shared/store/store-conflict.ts";
import type { OffboardingRun } from "./offboarding-run.ts";
import { enablePerson } from "./set-person-enabled.ts";

/**
 * Steps "find suspension", "enable person" and "cancel termination": the employee stays, because the leaving that this
 * operation holds was cancelled. A person whose suspension goes on stays disabled.
 */
export async function restorePerson(
  run: OffboardingRun,
  personID: string,
): Promise<void> {
  const { operation, store, steps } = run;
  const { id, employeeId } = operation;
  const suspendedBy = await steps.store("find suspension", async () => {
    const employee = await store.employees.get(employeeId);
    return employee?.suspendedBy ?? null;
  });
  if (suspendedBy === null) await enablePerson(run, personID);
  await steps.store("cancel termination", async () => {
    const { employees } = store;
    const isWritten = await employees.cancelTermination(
      employeeId,
      id,
      suspendedBy ?? undefined,
    );
    if (isWritten) return;
    const employee = await employees.get(employeeId);
    if (employee?.terminatedBy === id)
      throw new StoreConflict("employee-changed", { retryable: false });
  });
}
