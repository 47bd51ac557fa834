import { hasCome } from "../../employment/holds.ts";
import { eventTypes, takesAccess } from "../../event-types.ts";
import {
  hasEndedBadly,
  type KnownOfEmployee,
  type VerbRecord,
} from "./verb.ts";

export const resolve = {
  summary: "Close an operation that you have repaired by hand",
  description:
    "For an operation that failed or needs attention, and that is not held. The audit trail keeps the note, so it must not hold personal data. The data of the event is erased.",
  button: "Resolve",
  tone: "quiet",
  effect:
    "The operation ends as cancelled, because you repaired its cause by hand. The person does not change. A termination that you resolve deletes nobody later.",
  done: "You resolved the operation.",
  many: "resolved",
  field: "note",
  applies: hasEndedBadly,
  refusal: "not-to-resolve",
  // Like `reject`, it ends an operation that takes a person's access away, without doing it.
  fourEyes: eventTypes.filter(takesAccess),
  trail: "resolved",
  rule: (known) => {
    if (isToCome(known)) return { ruling: "rejected" };
    // The person is not deleted, as the operator has seen to them.
    const isEnd = known.operation.type === "employee.terminated";
    return isEnd ? { ruling: "kept" } : undefined;
  },
} as const satisfies VerbRecord;

/**
 * Whether something would still come of an event that an operator has closed. Who repaired by hand what it asked for has
 * not taken it back: neither an end, nor its cancellation, nor the hire of a person who exists.
 */
function isToCome({
  operation: { id, type },
  holds: { verdicts },
  person: { is },
  atMs,
}: KnownOfEmployee): boolean {
  const verdict = verdicts.get(id);
  switch (verdict?.is) {
    case undefined:
    case "repeats":
    case "overtaken":
      return false;
    case "needs-decision":
      return true;
    case "scheduled":
      if (!hasCome(verdict.for, atMs)) return true;
      break;
    case "in-force":
      break;
  }
  const hasPerson = is !== "none" && is !== "gone";
  return (
    type === "employee.changed" || (type === "employee.hired" && !hasPerson)
  );
}
