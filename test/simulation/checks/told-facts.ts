import type { NoticeMessage } from "../../../functions/notifications/contract.ts";
import type { AuditEntry } from "../../../shared/store/operation.ts";
import { dayMs, hourMs } from "../company/employee.ts";
import type { System } from "../system/system.ts";
import { clock } from "../time/virtual-clock.ts";
import { InvariantBroken } from "./broken.ts";
import { attributesOf } from "./stored.ts";

/** Notices are gathered and repeated. */
const longestNoticeMs = 3 * hourMs;
/** Later, a change was examined before. */
const examinedMs = 4 * dayMs;

type Trail = {
  updatedAtMs?: number;
  history?: Pick<AuditEntry, "atMs" | "person">[];
};

/** Compares what the subscriber heard of persons with the audit trails of the operations. */
export function createToldFacts() {
  const heard = new Set<string>();
  /** A message names at most 50 operations, so a large company is not examined. */
  let isCut = false;
  return {
    hear({ data: { count, operations } }: NoticeMessage): void {
      isCut ||= count > operations.length && operations.length > 0;
      for (const { notice } of operations) heard.add(notice);
    },

    /** @throws InvariantBroken if what an operation did with a person was not told */
    check({ memory: { store } }: System): void {
      if (isCut) return;
      const nowMs = clock.nowMs();
      for (const [key, item] of store.items()) {
        if (!key.startsWith("operation#")) continue;
        const { updatedAtMs = 0 }: Trail = attributesOf(item, ["updatedAtMs"]);
        if (updatedAtMs < nowMs - examinedMs) continue;
        const { history = [] }: Trail = attributesOf(item, ["history"]);
        const facts = history.map(({ person }) => person);
        for (const [index, { atMs, person }] of history.entries()) {
          const before = facts.slice(0, index).findLast((one) => one);
          const isNew = person !== undefined && person !== before;
          if (!isNew || atMs > nowMs - longestNoticeMs) continue;
          const id = `${key.slice("operation#".length)}_${index}_person`;
          if (!heard.has(id))
            throw new InvariantBroken(
              "what was done with a person is told",
              `${id} ${person} at ${new Date(atMs).toISOString()}`,
            );
        }
      }
    },
  };
}
