import type { Employee } from "../../shared/store/employee.ts";
import {
  countsFromMs,
  findReplacement,
} from "../../shared/store/find-replacement.ts";
import { isFinal, type Operation } from "../../shared/store/operation.ts";
import type { OffboardingRun } from "./offboarding-run.ts";
import { minuteMs } from "../../shared/durations.ts";

const blockedMs = 30 * minuteMs;

/** What later events mean for a deletion whose grace period is over. */
export type LaterEvents = {
  /** A later event is being processed, or is about to be. Look again then. */
  lookAgainAtMs?: number | undefined;
  /** A later termination names a last day to come: until then the person stays. */
  replacedBy?: string | undefined;
};

/** The employee of an operation, and the other operations that hire, adopt or terminate them. */
export type EmploymentEvents = {
  employee: Employee | undefined;
  all: readonly Operation[];
};

/**
 * Step "find later events": whether a later hire, or a later termination, comes before the deletion. A hire that waits
 * for its start date does not: it creates the person anew on that day.
 */
export function findLaterEvents(run: OffboardingRun): Promise<LaterEvents> {
  const { operation, steps, nowMs } = run;
  return steps.idempotent("find later events", async () => {
    const atMs = nowMs();
    const employment = await readEmployment(run);
    const { all } = employment;
    const newer = findReplacement(all, operation);
    if (newer !== undefined && (newer.dueAtMs ?? 0) > atMs)
      return { replacedBy: newer.id };
    const next = [
      ...laterHires(run, employment).filter((hire) => hire.mayOffboard),
      ...all.filter(
        ({ type, eventAtMs }) =>
          type === operation.type && eventAtMs > operation.eventAtMs,
      ),
    ].find((one) => !isFinal(one) && (one.effectiveAtMs ?? 0) <= atMs);
    if (!next) return {};
    // A blocked operation goes on before the time at which it would look itself.
    return next.blockedBy === undefined
      ? { lookAgainAtMs: Math.max(next.dueAtMs ?? 0, atMs + minuteMs) }
      : { lookAgainAtMs: atMs + blockedMs };
  });
}

/**
 * Whether a later hire for a new employment came that must not overtake the termination, because its caller lacks the
 * scope `offboard`. An operator must know of it: the person may have to stay.
 */
export function isLaterHireIgnored(
  run: OffboardingRun,
  employment: EmploymentEvents,
): boolean {
  const hires = laterHires(run, employment);
  const lastDayMs = countsFromMs(run.operation);
  return hires.some(
    (hire) =>
      !hire.mayOffboard &&
      hire.status !== "cancelled" &&
      hire.status !== "failed" &&
      countsFromMs(hire) >= lastDayMs,
  );
}

export async function readEmployment({
  operation,
  store,
}: Pick<OffboardingRun, "operation" | "store">): Promise<EmploymentEvents> {
  const [employee, all] = await Promise.all([
    store.employees.get(operation.employeeId),
    store.operations.othersOfEmployment(operation),
  ]);
  return { employee, all };
}

function laterHires(
  { operation }: OffboardingRun,
  { employee, all }: EmploymentEvents,
): Operation[] {
  // A later termination has overtaken the hires before it.
  const terminatedAtMs = Math.max(
    operation.eventAtMs,
    employee?.terminatedAtMs ?? 0,
  );
  return all.filter(
    (one) => one.type === "employee.hired" && one.eventAtMs > terminatedAtMs,
  );
}
