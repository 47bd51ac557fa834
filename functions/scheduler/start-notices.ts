import { minuteMs } from "../../shared/durations.ts";
import type { Log } from "../../shared/log.ts";
import { type NoticeStore, roundLease } from "../../shared/store/outbox.ts";

/** A round that has not begun within this time is replaced. */
const beginsWithinMs = 5 * minuteMs;
/** If a notice waits longer than this, rounds do not work, and the log tells it. */
const overdueMs = 15 * minuteMs;

/** Creates the job that starts a round of notices if some are due, and no other round collects. */
export function createStartNotices({
  notices: { outbox, leases },
  startRound,
  nowMs,
  log,
}: {
  notices: NoticeStore;
  startRound: (round: string) => Promise<void>;
  nowMs: () => number;
  log: Log;
}): () => Promise<void> {
  return async function startNotices() {
    const { entries } = await outbox.due.page(1);
    const [oldest] = entries;
    if (!oldest) return;
    const lateMs = nowMs() - oldest.dueAtMs;
    if (lateMs > overdueMs)
      log.warn("notices overdue", {
        overdueSeconds: Math.round(lateMs / 1_000),
      });
    // The name must never come again, because Lambda remembers the names of executions.
    const round = `notices-${nowMs()}`;
    const untilMs = await leases.take(roundLease, round, beginsWithinMs);
    if (untilMs !== undefined) return;
    try {
      await startRound(round);
    } catch (error) {
      await leases.end(roundLease, round);
      throw error;
    }
  };
}
