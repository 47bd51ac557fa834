import type { NoticeMessage } from "../../../functions/notifications/contract.ts";
import type { AuditEntry } from "../../../shared/store/operation.ts";
import { dayMs } from "../../../shared/durations.ts";
import type { System } from "../system/system.ts";
import { clock } from "../time/virtual-clock.ts";
import { InvariantBroken } from "./broken.ts";
import { longestNoticeMs } from "./open-operations.ts";
import { attributesOf } from "./stored.ts";

/** An operation that has not changed for this long was compared at an earlier check. */
const examinedMs = 4 * dayMs;

type Entry = Pick<AuditEntry, "atMs" | "person" | "status">;
type Trail = { updatedAtMs?: number; history?: Entry[] };

/** Compares what our bus and the subscriber heard with the audit trails of the operations. */
export function createNoticeCheck() {
  /** The ids of the notices on our bus, and of those that the subscriber heard. */
  const onBus = new Set<string>();
  const heard = new Set<string>();
  /** A message lists at most 50 operations. After a message about more, we do not know what the subscriber heard. */
  let isCut = false;

  return {
    hearBus: ({ id }: NoticeMessage): void => void onBus.add(id),

    hear({ data: { count, operations } }: NoticeMessage): void {
      isCut ||= count > operations.length && operations.length > 0;
      for (const { notice } of operations) heard.add(notice);
    },

    /** @throws InvariantBroken if the bus or the subscriber did not hear what an audit trail says */
    check({ memory: { store } }: System): void {
      const nowMs = clock.nowMs();
      const fail = (notice: string, where: string) => {
        throw new InvariantBroken("each notice is told", `${notice} ${where}`);
      };
      for (const [key, item] of store.items()) {
        if (!key.startsWith("operation#")) continue;
        const { updatedAtMs = 0 }: Trail = attributesOf(item, ["updatedAtMs"]);
        if (updatedAtMs < nowMs - examinedMs) continue;
        const { history = [] }: Trail = attributesOf(item, ["history"]);
        const id = key.slice("operation#".length);
        for (const [index, { atMs }] of history.entries()) {
          if (atMs > nowMs - longestNoticeMs) continue;
          for (const what of noticesOf(history, index)) {
            const notice = `${id}_${index}${what === "person" ? "_person" : ""}`;
            if (!onBus.has(notice)) fail(notice, "is not on the bus");
            // That an operation was attended to, the subscriber hears only with the last one of its reason.
            if (what === "attended" || isCut || heard.has(notice)) continue;
            fail(notice, "was not heard by the subscriber");
          }
        }
      }
    },
  };
}

/** The kinds of notices that an entry of an audit trail leads to. */
function noticesOf(history: readonly Entry[], index: number) {
  const [before, entry] = [history[index - 1], history[index]];
  const told = history.slice(0, index).findLast(({ person }) => person);
  const isNew = entry?.person !== undefined && entry.person !== told?.person;
  return [
    ...(isOpen(entry) ? (["open"] as const) : []),
    ...(isOpen(before) && !isOpen(entry) ? (["attended"] as const) : []),
    ...(isNew ? (["person"] as const) : []),
  ];
}

function isOpen(entry: Entry | undefined): boolean {
  return entry?.status === "needs_attention" || entry?.status === "failed";
}
