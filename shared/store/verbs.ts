import { eventTypes, takesAccess } from "../event-types.ts";
import { isHoldReason } from "./hold-reasons.ts";
import type { Operation } from "./operation.ts";

/** What an operator can do with one operation (decision 19). */
export const verbs = [
  "retry",
  "cancel",
  "release",
  "reject",
  "resolve",
  "confirm-gone",
  "delete-now",
  "enable",
] as const;
export type Verb = (typeof verbs)[number];

/** The verbs for many operations at once. */
export const bulkVerbs = [
  "retry",
  "release",
  "reject",
  "resolve",
] as const satisfies Verb[];
export type BulkVerb = (typeof bulkVerbs)[number];

/** What decides about the verbs of an operation. */
export type VerbSubject = Pick<
  Operation,
  | "type"
  | "status"
  | "reason"
  | "phase"
  | "blockedBy"
  | "mayBeShown"
  | "disposition"
>;

const applies: Record<Verb, (operation: VerbSubject) => boolean> = {
  retry: (operation) =>
    (hasEndedBadly(operation) && !isLost(operation)) ||
    (operation.status === "waiting" && operation.blockedBy !== undefined),
  // A hire whose person exists cannot be cancelled, nor a status that the profile may show.
  cancel: ({ status, phase, mayBeShown = false }) =>
    status === "waiting" && phase !== "avatar" && !mayBeShown,
  release: isHeld,
  reject: isHeld,
  resolve: hasEndedBadly,
  "confirm-gone": ({ type, status, reason }) =>
    type === "employee.terminated" &&
    status === "needs_attention" &&
    reason === "person-missing",
  "delete-now": ({ status, phase }) =>
    status === "waiting" && phase === "grace",
  enable: ({ status, reason, disposition }) =>
    disposition === "disable" &&
    (status === "succeeded" ||
      (status === "cancelled" && reason === "rejected")),
};

/** Four-eyes principle: for these types of operations, the caller that sent the event must not use the verb. */
export const fourEyes: Partial<Record<Verb, "all" | readonly string[]>> = {
  release: "all",
  reject: "all",
  // Like `reject`, it ends an operation that takes a person's access away, without doing it.
  resolve: eventTypes.filter(takesAccess),
  "confirm-gone": "all",
  "delete-now": "all",
};

/**
 * The verbs that apply to an operation as it is. The store decides when a verb is used: the operation may have changed
 * by then, and `enable` also depends on the employee.
 */
export function verbsFor(operation: VerbSubject): Verb[] {
  return verbs.filter((verb) => applies[verb](operation));
}

/** Whether the four-eyes principle keeps the caller `name` from using a verb. */
export function needsOtherCaller(
  verb: Verb,
  { caller, type }: Pick<Operation, "caller" | "type">,
  name: string,
): boolean {
  const types = fourEyes[verb] ?? [];
  return caller === name && (types === "all" || types.includes(type));
}

/** Until an operator releases or rejects the operation. */
function isHeld({ status, reason }: VerbSubject): boolean {
  return status === "needs_attention" && isHoldReason(reason);
}

/** Whether a retry would miss the same data again, so that only another event helps. */
function isLost({ reason }: VerbSubject): boolean {
  return reason === "data-erased" || reason === "password-erased";
}

function hasEndedBadly(operation: VerbSubject): boolean {
  const { status } = operation;
  return (
    status === "failed" || (status === "needs_attention" && !isHeld(operation))
  );
}
