import type { ReasonCode } from "../reason-codes.ts";
import { createPersonStep, type Operation } from "../store/operation.ts";
import type { Caller } from "./callers.ts";

/**
 * Warnings that compare a value of the event with a person or with another employee. A caller could guess values and
 * read here which of them fit, so only operators see these warnings.
 */
const comparingReasons = new Set<ReasonCode>([
  "belongs-to-another",
  "differs",
  "owned-by-person",
]);

/**
 * Represents an operation for a caller: steps in the order of their times, times in ISO 8601, no personal data. A caller
 * without the scope `operate` sees the person only of an operation that created the person, and otherwise only the names
 * of changed fields.
 */
export function representOperation(
  operation: Operation,
  { scopes }: Pick<Caller, "scopes">,
) {
  const { id, type, status, employeeId, reason, sameAs } = operation;
  const { dueAtMs, blockedBy, outage } = operation;
  const seesAll = scopes.includes("operate");
  const warnings = operation.warnings.filter(
    (one) => seesAll || !comparingReasons.has(one.reason),
  );
  const hasCreated = operation.steps[createPersonStep]?.status === "succeeded";
  const { changed } = operation.result ?? {};
  const seenByAll = changed && { changed };
  const result = seesAll || hasCreated ? operation.result : seenByAll;
  const steps = Object.entries(operation.steps)
    .sort(([, one], [, other]) => one.atMs - other.atMs)
    .map(([name, { atMs, ...step }]) => ({ name, ...step, at: iso(atMs) }));
  return {
    id,
    type,
    status,
    /** What a waiting operation waits for beside its time: `platform` or `configuration`. */
    blockedBy,
    employeeId,
    steps,
    warnings,
    result,
    /** The template rules that chose tasks and streams of a hire. */
    templates: operation.templates,
    reason,
    sameAs,
    /** When the scheduler continues the operation. The end of an outage has no time yet. */
    dueAt:
      status === "waiting" && dueAtMs && outage === undefined
        ? iso(dueAtMs)
        : undefined,
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
