import type { NoticeStore } from "../../shared/store/notice-store.ts";
import type { Round } from "../../shared/store/notice-rounds.ts";
import type { FindExecution } from "../../shared/workflow/execution.ts";

type Dependencies = {
  notices: NoticeStore;
  /** Starts the execution of a round. A second start under the same name is no error. */
  startRound: (round: string) => Promise<void>;
  findExecution: FindExecution;
  nowMs: () => number;
};

/** Collecting takes seconds. A round that takes longer may have lost its execution. */
const lostAfterMs = 10 * 60_000;

/**
 * Creates the job that starts a round of notices if some are due. Only one round collects at a time, so it starts
 * another one only when that one is closed, or its execution is gone.
 */
export function createStartNotices({
  notices: { outbox, rounds },
  startRound,
  findExecution,
  nowMs,
}: Dependencies): () => Promise<void> {
  async function roundToStart(): Promise<Round | undefined> {
    const current = await rounds.current();
    if (!current) return rounds.open();
    const { execution, openedAtMs } = current;
    if (nowMs() - openedAtMs < lostAfterMs)
      return execution === undefined ? current : undefined;
    const isAlive = execution !== undefined && (await findExecution(execution));
    return isAlive ? undefined : rounds.open(current);
  }

  return async function startNotices() {
    const { entries } = await outbox.due(1);
    if (entries.length === 0) return;
    const round = await roundToStart();
    if (round) await startRound(round.round);
  };
}
