import type { Table } from "../dynamodb/table.ts";
import { createNoticeRounds } from "./notice-rounds.ts";
import { createOutbox } from "./outbox.ts";

export type NoticeStore = ReturnType<typeof createNoticeStore>;

/** What our store knows of notices. It is apart from the other records, so that receivers do not load it. */
export function createNoticeStore(table: Table, nowMs: () => number) {
  return {
    outbox: createOutbox(table, nowMs),
    rounds: createNoticeRounds(table, nowMs),
  };
}
