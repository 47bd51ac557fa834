import type { Operation } from "../store/operation.ts";

/** Represents an operation for callers: steps in the order of their times, times in ISO 8601, no personal data. */
export function representOperation(operation: Operation) {
  const { id, type, status, employeeId, warnings, result, reason, sameAs } =
    operation;
  const { dueAtMs } = operation;
  const steps = Object.entries(operation.steps)
    .sort(([, one], [, other]) => one.atMs - other.atMs)
    .map(([name, { atMs, ...step }]) => ({ name, ...step, at: iso(atMs) }));
  return {
    id,
    type,
    status,
    employeeId,
    steps,
    warnings,
    result,
    reason,
    sameAs,
    /** When the scheduler continues the operation. */
    dueAt: status === "waiting" && dueAtMs ? iso(dueAtMs) : undefined,
    history: operation.history.map(({ atMs, ...change }) => ({
      at: iso(atMs),
      ...change,
    })),
    createdAt: iso(operation.createdAtMs),
    updatedAt: iso(operation.updatedAtMs),
  };
}

function iso(instantMs: number): string {
  return new Date(instantMs).toISOString();
}
