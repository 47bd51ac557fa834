import { isoTimeOf } from "../iso-time.ts";
import type { ReasonCode } from "../reason-codes.ts";
import type { Operation } from "../store/operation.ts";
import { createPersonStep } from "../store/step-names.ts";
import {
  refusalOf,
  type RefusalOfVerb,
  type Verb,
  verbRecords,
  verbs,
} from "../store/verbs.ts";
import type { Caller } from "./callers.ts";

/**
 * Warnings that compare a value of the event with a person or with another employee. A caller could guess values and
 * read here which of them match, so only operators see these warnings.
 */
const comparingReasons = new Set<ReasonCode>([
  "belongs-to-another",
  "differs",
  "owned-by-person",
]);

/** Whether a caller sees all operations, with all their fields. Every other caller sees its own operations. */
export function seesAll({ scopes }: Pick<Caller, "scopes">): boolean {
  return scopes.includes("operate") || scopes.includes("observe");
}

/**
 * Represents an operation for a caller: steps in the order of their times, times in ISO 8601, no personal data. For a
 * caller that does not see all, the result has the person only if the operation created the person, and else only the
 * names of changed fields. Such a caller does not get the notes of operators, which are written for other operators.
 *
 * @param refuse - @default decides by the operation alone
 */
export function representOperation(
  operation: Operation,
  caller: Pick<Caller, "name" | "scopes">,
  refuse: RefusalOfVerb = (verb) => refusalOf(verb, operation, caller),
) {
  const { id, type, status, employeeId, reason, sameAs, ledTo } = operation;
  const { dueAtMs, blockedBy, outage } = operation;
  const isFull = seesAll(caller);
  const warnings = operation.warnings.filter(
    (one) => isFull || !comparingReasons.has(one.reason),
  );
  const hasCreated = operation.steps[createPersonStep]?.status === "succeeded";
  const { changed } = operation.result ?? {};
  const seenByAll = changed && { changed };
  const result = isFull || hasCreated ? operation.result : seenByAll;
  const steps = Object.entries(operation.steps)
    .sort(([, one], [, other]) => one.atMs - other.atMs)
    .map(([name, { atMs, ...step }]) => ({
      name,
      ...step,
      at: isoTimeOf(atMs),
    }));
  return {
    id,
    type,
    status,
    caller: isFull ? operation.caller : undefined,
    blockedBy,
    employeeId,
    verbs: verbs.filter((verb) => !refuse(verb)),
    steps,
    warnings,
    result,
    contents: isFull ? operation.contents : undefined,
    templates: operation.templates,
    reason,
    phase: status === "waiting" ? operation.phase : undefined,
    sameAs,
    ledTo,
    // The end of an outage has no time yet.
    dueAt: isoTimeOf(
      status === "waiting" && outage === undefined ? dueAtMs : undefined,
    ),
    history: operation.history.map(({ atMs, note, lastAtMs, ...change }) => ({
      at: isoTimeOf(atMs),
      ...change,
      lastAt: isoTimeOf(lastAtMs),
      note: isFull ? note : undefined,
    })),
    createdAt: isoTimeOf(operation.createdAtMs),
    updatedAt: isoTimeOf(operation.updatedAtMs),
  };
}

/**
 * The verbs that the caller cannot use on an operation now, and why: a problem type. A verb that is never for such an
 * event, and the answer to a question that is not asked, are left out.
 */
export function refusedVerbsOf(
  { type }: Operation,
  refuse: RefusalOfVerb,
): { verb: Verb; reason: string }[] {
  return verbs.flatMap((verb) => {
    const { eventType = type } = verbRecords[verb];
    const reason = refuse(verb);
    return reason && reason !== "not-asked" && eventType === type
      ? [{ verb, reason }]
      : [];
  });
}
