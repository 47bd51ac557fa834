import { errorCodeOf } from "../../shared/error-name.ts";
import type { Cursor } from "../../shared/dynamodb/table.ts";
import type { Log } from "../../shared/log.ts";
import type { DueEntry, DueList } from "../../shared/store/due-list.ts";
import type { Operation } from "../../shared/store/operation.ts";

/** When the handled work became due, or `skipped` if there is nothing to do now. */
export type Handled = { dueSinceMs: number } | "skipped";

/** One kind of work that the scheduler does in each of its runs. A run handles every entry at most once. */
export type Pass = {
  /** How the log names it: the status of the operations or plans, `blocked` or `payload`. */
  name: string;
  /** The entries that are due. They come from an index, and may be outdated. Some lists postpone no entry. */
  list: Pick<DueList, "page"> & Partial<DueList>;
  /** Handles one entry, by conditional writes. A rejection is logged and stops no other entry. */
  handle: (entry: DueEntry) => Promise<Handled>;
  /**
   * The most entries that a run handles before it stops. Entries that are handled in parallel are finished, and the
   * rest waits for the next run.
   *
   * @default no limit
   */
  limit?: number;
  /** Whether the rest must wait for the next run. @default no */
  isOver?: () => boolean;
};

type RunPassOptions = {
  nowMs: () => number;
  /** After this time the pass begins nothing more. */
  untilMs: number;
  log: Log;
};

const pageSize = 50;
const parallelism = 20;
/** A broken deployment can make every operation fail, and each line of the log costs money. */
const maxLoggedFailures = 50;

/**
 * Handles everything that a pass lists, page by page, so that entries that stay in the index hide no others. Logs how
 * much was done, and each failure.
 *
 * @returns how many entries were handled, without skipped ones; the errors
 */
export async function runPass(
  pass: Pass,
  { nowMs, untilMs, log }: RunPassOptions,
): Promise<{ count: number; errors: unknown[] }> {
  const { name, list, handle, limit = Infinity } = pass;
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

  async function handleOne(entry: DueEntry): Promise<void> {
    try {
      const handled = await handle(entry);
      if (handled === "skipped") return;
      count++;
      oldestMs = Math.min(oldestMs, handled.dueSinceMs);
    } catch (error) {
      fail(error, entry.id);
      oldestMs = Math.min(oldestMs, entry.dueAtMs);
      // The next run handles the entries behind this one first. If the entry cannot be postponed, it comes again.
      await list.postpone?.(entry.id).catch(() => undefined);
    }
  }

  try {
    let from: Cursor | undefined;
    do {
      const { entries, next } = await list.page(pageSize, from);
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

/** The failure of an operation that could be read. The cause says why it could not be handled. */
export class OperationFailure extends Error {
  override readonly name = "OperationFailure";
  readonly type: Operation["type"];

  constructor({ type }: Pick<Operation, "type">, cause: unknown) {
    super("an operation could not be handled", { cause });
    this.type = type;
  }
}

/** What the log says of an error: names and codes, and no message, because it may quote data. */
export function describeError(error: unknown): {
  type?: Operation["type"];
  error: string;
  cause?: string;
} {
  if (error instanceof OperationFailure)
    return { type: error.type, ...describeError(error.cause) };
  if (!(error instanceof Error)) return { error: "unknown" };
  const cause = nameOf(error.cause);
  return { error: error.name, ...(cause !== undefined && { cause }) };
}

function nameOf(cause: unknown): string | undefined {
  return cause instanceof Error
    ? (errorCodeOf(cause) ?? cause.name)
    : undefined;
}

/**
 * Runs the jobs of the scheduler one after the other. A job that fails does not keep the others from running.
 *
 * @throws AggregateError with the errors of the jobs
 */
export async function runJobs(
  jobs: readonly (() => Promise<void>)[],
): Promise<void> {
  const errors: unknown[] = [];
  for (const job of jobs)
    await job().catch((error: unknown) => errors.push(error));
  if (errors.length > 0)
    throw new AggregateError(errors, "some jobs of the scheduler failed");
}
