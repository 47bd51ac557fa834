import { isSettled, type Operation } from "../store/operation.ts";
import type { Operations } from "../store/operations.ts";

/** An HTTP API waits 30 s for its function. The difference is time for the answer. */
const maxWaitSeconds = 25;
/** Pauses between the looks: a warm workflow is soon done, and a slow one must not cost hundreds of reads. */
const pauses = { firstMs: 100, factor: 1.5, maxMs: 1_000 };

/** Reads the seconds of a `Prefer: wait=n` header, at most 25. Undefined without such a header (RFC 7240, §4.3). */
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

/** Reads an operation again until it is settled or the time is up. Resolves to the operation as last read. */
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
  let latest = operation;
  let pauseMs = pauses.firstMs;
  while (!isSettled(latest) && nowMs() < deadlineMs) {
    await sleepMs(Math.min(pauseMs, deadlineMs - nowMs()));
    pauseMs = Math.min(Math.round(pauseMs * pauses.factor), pauses.maxMs);
    // The event is already accepted, so a failed read must not become an error answer.
    latest = (await operations.get(operation.id).catch(() => latest)) ?? latest;
  }
  return latest;
}
