import * as z from "zod/mini";
import { StoreConflict } from "./store-conflict.ts";
import type { Table } from "../dynamodb/table.ts";

/** At most `percent` of the known people, but no fewer than `min` and no more than `max`, within a day. */
export type DeletionLimitSettings = {
  percent: number;
  min: number;
  max: number;
};

const deletionLimitSchema = z.object({
  version: z.number(),
  /** Who was let go, and when. A list, for an employee id may be a name that means something as a key. */
  passed: z.array(z.object({ employeeId: z.string(), atMs: z.number() })),
});

const id = "deletion-limit";
const windowMs = 24 * 60 * 60 * 1000;

/**
 * Stops a run of deletions that nobody meant. A person counts once, when they are let past; asking again for the same
 * person is free, so a repeated step counts nothing twice.
 */
export function createDeletionLimit(
  table: Table,
  countActive: (limit: number) => Promise<number>,
  nowMs: () => number,
) {
  return {
    /**
     * Counts a person, atomically. Resolves to false when the limit is reached.
     *
     * @param isReleased - the limit does not hold this person, who counts all the same
     * @throws StoreConflict worth another attempt when somebody else was counted at the same moment
     */
    async allow(
      employeeId: string,
      limits: DeletionLimitSettings,
      isReleased = false,
    ): Promise<boolean> {
      const atMs = nowMs();
      const known = await table.get(id, deletionLimitSchema);
      const recent = (known?.passed ?? []).filter(
        (one) => one.atMs > atMs - windowMs,
      );
      if (recent.some((one) => one.employeeId === employeeId)) return true;
      if (!isReleased && recent.length >= (await limitOf(limits, countActive)))
        return false;
      const passed = [...recent, { employeeId, atMs }];
      const isCounted =
        known === undefined
          ? await table.putIfAbsent({ id, version: 1, passed })
          : await table.update(id, {
              set: { version: known.version + 1, passed },
              where: { version: known.version },
            });
      if (isCounted) return true;
      throw new StoreConflict("deletion-limit-contended", { retryable: true });
    },
  };
}

/** Nobody has to be counted beyond those who decide. */
async function limitOf(
  { percent, min, max }: DeletionLimitSettings,
  countActive: (limit: number) => Promise<number>,
): Promise<number> {
  const enough = percent > 0 ? Math.ceil((max * 100) / percent) : 0;
  const active = enough > 0 ? await countActive(enough) : 0;
  return Math.min(max, Math.max(min, Math.floor((active * percent) / 100)));
}
