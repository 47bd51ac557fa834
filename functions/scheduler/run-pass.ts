import type { Cursor } from "../../shared/dynamodb/table.ts";
import type { Log } from "../../shared/log.ts";
import { describeError } from "./operation-failure.ts";
import type { Entry, Pass } from "./pass.ts";

type RunPassOptions = {
  nowMs: () => number;
  /** After this time the pass begins nothing more. */
  untilMs: number;
  log: Log;
};

/** Entries that are handled in parallel. */
const parallelism = 20;
/** A broken deployment can make every operation fail, and each line costs money. */
const maxLoggedFailures = 50;

/**
 * Handles everything that a pass lists, page by page: entries that stay in the index hide no others. Logs how much was
 * done, and each failure.
 *
 * @returns how many entries were handled, without those that were outdated; the errors
 */
export async function runPass(
  pass: Pass,
  { nowMs, untilMs, log }: RunPassOptions,
): Promise<{ count: number; errors: unknown[] }> {
  const { name, list, handle, postpone, limit = Infinity } = pass;
  const errors: unknown[] = [];
  let count = 0;
  let oldestMs = Number.POSITIVE_INFINITY;

  const isOver = () =>
    nowMs() >= untilMs || count >= limit || pass.isOver?.() === true;

  function fail(error: unknown, operationId?: string): void {
    errors.push(error);
    if (errors.length > maxLoggedFailures) return;
    log.error("not dispatched", {
      pass: name,
      ...(operationId !== undefined && { operationId }),
      ...describeError(error),
    });
  }

  async function handleOne(entry: Entry): Promise<void> {
    try {
      const handled = await handle(entry);
      if (handled === "outdated") return;
      count++;
      oldestMs = Math.min(oldestMs, handled.dueSinceMs);
    } catch (error) {
      fail(error, entry.id);
      oldestMs = Math.min(oldestMs, entry.dueAtMs);
      // If this fails too, the next run meets the entry again.
      await postpone?.(entry).catch(() => undefined);
    }
  }

  try {
    let from: Cursor | undefined;
    do {
      const { entries, next } = await list(from);
      const rest = entries.values();
      await Promise.all(
        Array.from({ length: parallelism }, async () => {
          // Each worker takes the next entry of the same iterator.
          for (const entry of rest) {
            await handleOne(entry);
            if (isOver()) return;
          }
        }),
      );
      from = next;
    } while (from !== undefined && !isOver());
  } catch (error) {
    fail(error);
  }
  if (Number.isFinite(oldestMs))
    log.info("dispatched", {
      pass: name,
      count,
      overdueSeconds: Math.max(0, Math.round((nowMs() - oldestMs) / 1000)),
    });
  return { count, errors };
}
