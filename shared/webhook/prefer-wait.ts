import { isSettled, type Operation } from "../store/operation.ts";
import type { Operations } from "../store/operations.ts";

/** Below what an HTTP API waits for its function (30 s), with room for the answer. */
const maxWaitSeconds = 25;
const lookEveryMs = 250;

/** The seconds of a `Prefer: wait=n` header, capped; undefined without one (RFC 7240, §4.3). */
export function preferredWaitSeconds(
  prefer: string | undefined,
): number | undefined {
  const seconds = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?/i.exec(
    prefer ?? "",
  )?.[1];
  return seconds === undefined
    ? undefined
    : Math.min(Number(seconds), maxWaitSeconds);
}

/** Looks at an operation until nothing happens to it any more or the time is up; resolves to what was seen last. */
export async function waitUntilSettled(
  operation: Operation,
  operations: Pick<Operations, "get">,
  waitMs: number,
  {
    nowMs,
    sleepMs,
  }: { nowMs: () => number; sleepMs: (durationMs: number) => Promise<void> },
): Promise<Operation> {
  const deadlineMs = nowMs() + waitMs;
  let seen = operation;
  while (!isSettled(seen) && nowMs() < deadlineMs) {
    await sleepMs(Math.min(lookEveryMs, deadlineMs - nowMs()));
    // It is accepted already: trouble in looking at it is no reason to say otherwise.
    seen = (await operations.get(operation.id).catch(() => seen)) ?? seen;
  }
  return seen;
}
