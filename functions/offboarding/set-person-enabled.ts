import {
  setEnabled,
  setEnabledInStep,
} from "../../shared/person/set-enabled.ts";
import { absent, type Where } from "../../shared/dynamodb/expressions.ts";
import { undeletedStates } from "../../shared/store/employee.ts";
import type { LeaseWrites } from "../../shared/store/leases.ts";
import type { OffboardingRun } from "./offboarding-run.ts";

/**
 * Step "disable person": the person can neither sign in nor be seen. Our store says before the write that the employee
 * is leaving, and after it since when the person is disabled.
 *
 * @param disabledAtMs - when an earlier termination disabled the person. @default now
 */
export function disablePerson(
  run: OffboardingRun,
  personID: string,
  disabledAtMs?: number,
): Promise<void> {
  return setPersonEnabled(run, "disable person", personID, false, () => ({
    ...asLeaving(run),
    setAfter: { disabledAtMs: disabledAtMs ?? run.nowMs() },
  }));
}

/** Step "enable person": the person can sign in and be seen again. Other changes to the person stay. */
export function enablePersonAgain(
  run: OffboardingRun,
  personID: string,
): Promise<void> {
  return setPersonEnabled(run, "enable person", personID, true, () =>
    asLeaving(run),
  );
}

function asLeaving({ operation }: OffboardingRun): LeaseWrites {
  return {
    where: { terminatedBy: operation.id, state: { oneOf: undeletedStates } },
    set: { state: "leaving" },
  };
}

/** Step "disable person" of a suspension: the same, and our store says that the employee is suspended. */
export function suspendPerson(
  run: OffboardingRun,
  personID: string,
): Promise<void> {
  return setPersonEnabled(run, "disable person", personID, false, () => ({
    where: {
      suspendedBy: run.operation.id,
      state: { oneOf: ["active", "suspended", "leaving"] },
      // The person of a leaver is disabled, unless the termination failed before.
      disabledAtMs: absent,
    },
    set: { state: "suspended" },
  }));
}

/** Step "enable person" of a resumption. The caller notes next that the employee is active. */
export function resumePerson(
  run: OffboardingRun,
  personID: string,
): Promise<void> {
  const where: Where = { state: "suspended", suspendedBy: absent };
  return setPersonEnabled(run, "enable person", personID, true, () => ({
    where,
  }));
}

function setPersonEnabled(
  run: OffboardingRun,
  step: "disable person" | "enable person",
  personID: string,
  isEnabled: boolean,
  writes: () => LeaseWrites,
): Promise<void> {
  const { operation, store, platformAuth } = run;
  const { id: operationId, employeeId } = operation;
  return setEnabledInStep(run, step, () =>
    setEnabled(
      platformAuth.service,
      store.leases,
      { employeeId, personID, operationId, ...writes() },
      isEnabled,
    ),
  );
}
