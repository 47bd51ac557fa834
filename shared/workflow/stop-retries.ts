import { blockerOf } from "../reason-codes.ts";
import { StepFailure } from "../step-failure.ts";
import { findOutage, isOutage, type OutageOptions } from "./find-outage.ts";
import { settle } from "./settle.ts";

/** So many attempts fail before a probe is sent. An outage is found within minutes, and a short failure costs none. */
const attemptsBeforeProbe = 3;
/** A platform that asks for a longer pause is not waited for in a step. */
const maxAskedPauseMs = 10 * 60_000;

/**
 * Decides after a failed attempt whether more attempts have a chance. They have none during an outage, and none while
 * the role lacks a permission. Otherwise the failure stays as it is, and so it does when our store cannot be read.
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
