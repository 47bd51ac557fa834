import { type ReasonCode, type ReasonRow, rowOf } from "../reason-codes.ts";
import type { Blocker } from "../store/operation.ts";

/** The failures that may pass without a change of the event: the operation waits instead of ending. */
const blockers: Partial<Record<ReasonRow, Blocker>> = {
  "answer-unreadable": "platform",
  "login-failed": "platform",
  "login-refused": "platform",
  "outcome-unknown": "platform",
  "platform-busy": "platform",
  "platform-error": "platform",
  "platform-unreachable": "platform",
  "payload-too-new": "configuration",
  "person-not-recorded": "configuration",
  "secret-denied": "configuration",
  "secret-malformed": "configuration",
  "secret-missing": "configuration",
  "secret-unavailable": "configuration",
  "store-denied": "configuration",
  "store-unavailable": "configuration",
};

/**
 * What an operation with this failure waits for. Undefined: the platform answered as it should, so no later attempt
 * succeeds unless something changes.
 */
export function blockerOf(code: ReasonCode): Blocker | undefined {
  // The service account is refused. A new person who is refused has a code of their own.
  return code === "platform-refused-401" ? "platform" : blockers[rowOf(code)];
}
