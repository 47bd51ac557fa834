import {
  setEnabled,
  setEnabledInStep,
} from "../../shared/person/set-enabled.ts";
import { absent, type Where } from "../../shared/dynamodb/expressions.ts";
import { type Employee, undeletedStates } from "../../shared/store/employee.ts";
import type { OffboardingRun } from "./offboarding-run.ts";

/**
 * Step "disable person": the person can neither sign in nor be seen, and our store says that the employee is leaving,
 * and since when.
 *
 * @param disabledAtMs - when an earlier termination disabled the person. @default now
 */
export function disablePerson(
  run: OffboardingRun,
  personID: string,
  disabledAtMs?: number,
): Promise<void> {
  return setPersonEnabled(
    run,
    "disable person",
    personID,
    false,
    whereLeaving(run),
    () => ({ state: "leaving", disabledAtMs: disabledAtMs ?? run.nowMs() }),
  );
}

/** Step "enable person": the person can sign in and be seen again. Other changes to the person stay. */
export function enablePersonAgain(
  run: OffboardingRun,
  personID: string,
): Promise<void> {
  return setPersonEnabled(
    run,
    "enable person",
    personID,
    true,
    whereLeaving(run),
    () => ({ state: "leaving" }),
  );
}

function whereLeaving({ operation }: OffboardingRun): Where {
  return { terminatedBy: operation.id, state: { oneOf: undeletedStates } };
}

/** Step "disable person" of a suspension: the same, and our store says that the employee is suspended. */
export function suspendPerson(
  run: OffboardingRun,
  personID: string,
): Promise<void> {
  const where = {
    suspendedBy: run.operation.id,
    state: { oneOf: ["active", "suspended"] },
  };
  const set = () => ({ state: "suspended" }) as const;
  return setPersonEnabled(run, "disable person", personID, false, where, set);
}

/** Step "enable person" of a resumption. The caller notes next that the employee is active. */
export function resumePerson(
  run: OffboardingRun,
  personID: string,
): Promise<void> {
  const where = { state: "suspended", suspendedBy: absent } as const;
  return setPersonEnabled(run, "enable person", personID, true, where);
}

function setPersonEnabled(
  run: OffboardingRun,
  step: "disable person" | "enable person",
  personID: string,
  isEnabled: boolean,
  where: Where,
  set: () => Partial<Employee> = () => ({}),
): Promise<void> {
  const { operation, store, platformAuth } = run;
  const { id: operationId, employeeId } = operation;
  return setEnabledInStep(run, step, () =>
    setEnabled(
      platformAuth.service,
      store.leases,
      {
        employeeId,
        personID,
        operationId,
        where,
        set: set(),
      },
      isEnabled,
    ),
  );
}
