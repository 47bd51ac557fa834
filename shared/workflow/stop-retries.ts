import { blockerOf } from "../reason-codes.ts";
import { StepFailure } from "../step-failure.ts";
import { findOutage, isOutage, type OutageOptions } from "./find-outage.ts";
import { settle } from "./settle.ts";

/** After this many attempts a probe is sent: an outage is found within minutes, and a short failure costs no probe. */
const attemptsBeforeProbe = 3;
/** A platform that asks for a longer pause is not waited for in a step. */
const maxAskedPauseMs = 10 * 60_000;

/**
 * Decides after a failed attempt whether more attempts have a chance. They have none during an outage, or if the
 * platform asks for a long pause; and, from the third attempt on, while the role lacks a permission or our
 * configuration is wrong. In all other cases, and when our store cannot be read, the failure stays as it is.
 */
export async function stopRetries(
  options: OutageOptions,
  failure: StepFailure,
  attempt: number,
): Promise<StepFailure> {
  const { code, retryable, retryAfterMs } = failure;
  const blocker = blockerOf(code);
  const isLate = attempt >= attemptsBeforeProbe;
  if (code === "store-denied" && isLate) return new StepFailure(code);
  // There is no probe for our store, and none for a wait for another operation.
  if (!retryable || blocker === undefined || isOfStore(code)) return failure;
  const outage = await settle(
    isLate ? findOutage(options, blocker) : isOutage(options, blocker),
  );
  const isHopeless =
    retryAfterMs > maxAskedPauseMs ||
    (isLate && blocker === "configuration") ||
    (outage.ok && outage.value);
  return isHopeless ? new StepFailure(code, { retryAfterMs }) : failure;
}

function isOfStore(code: string): boolean {
  return code.startsWith("store-") || code === "person-not-recorded";
}
