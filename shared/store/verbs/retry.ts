import { hasEndedBadly, type VerbRecord, type VerbSubject } from "./verb.ts";

export const retry = {
  summary: "Start an operation again that failed or needs attention",
  description:
    "Also one that waits with `blockedBy`, and none that is held. Each step looks whether it took effect before it writes.",
  button: "Retry",
  tone: "usual",
  effect:
    "The work starts again with the data of the event. Each step looks whether it took effect before it writes.",
  done: "You started the operation again.",
  many: "started again",
  isUnasked: true,
  applies: (operation) =>
    (hasEndedBadly(operation) && !isLost(operation)) ||
    (operation.status === "waiting" && operation.blockedBy !== undefined),
  refusal: "not-to-retry",
  trail: "retried",
} as const satisfies VerbRecord;

/** Whether a retry would miss the same data again, so that only another event helps. */
function isLost({ reason }: VerbSubject): boolean {
  return reason === "data-erased" || reason === "password-erased";
}
