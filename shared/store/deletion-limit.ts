import * as z from "zod/mini";
import { StoreConflict } from "./store-conflict.ts";
import type { Table } from "../dynamodb/table.ts";

/** At most `percent` of the active employees within 24 hours, but at least `min` and at most `max`. */
export type DeletionLimitSettings = {
  percent: number;
  min: number;
  max: number;
};

const deletionLimitSchema = z.object({
  version: z.number(),
  /** The counted persons. A list, because an id such as `__proto__` would be a dangerous key. */
  passed: z.array(z.object({ personID: z.string(), atMs: z.number() })),
});

const id = "deletion-limit";
const windowMs = 24 * 60 * 60 * 1000;

/**
 * Stops a series of deletions that was not intended. A person counts once, when they pass. Asking again for the same
 * person is free, so a repeated step counts nothing twice. Employee ids do not count: after a deletion, an adoption can
 * link the same id to the next person.
 */
export function createDeletionLimit(
  table: Table,
  countActive: (limit: number) => Promise<number>,
  nowMs: () => number,
) {
  return {
    /**
     * Counts a person, atomically. Resolves to false when the limit is reached, and the operation is held.
     *
     * @param isReleased - an operator has released the operation: its person counts but is not held
     * @throws StoreConflict `deletion-limit-contended`, worth another attempt, when another person was counted at the
     *   same moment
     */
    async allow(
      personID: string,
      limits: DeletionLimitSettings,
      isReleased = false,
    ): Promise<boolean> {
      const atMs = nowMs();
      const known = await table.get(id, deletionLimitSchema);
      const recent = (known?.passed ?? []).filter(
        (one) => one.atMs > atMs - windowMs,
      );
      if (recent.some((one) => one.personID === personID)) return true;
      if (!isReleased && recent.length >= (await limitOf(limits, countActive)))
        return false;
      const passed = [...recent, { personID, atMs }];
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

/** Counts the active employees only as far as they can change the limit. */
async function limitOf(
  { percent, min, max }: DeletionLimitSettings,
  countActive: (limit: number) => Promise<number>,
): Promise<number> {
  const enough = percent > 0 ? Math.ceil((max * 100) / percent) : 0;
  const active = enough > 0 ? await countActive(enough) : 0;
  return Math.min(max, Math.max(min, Math.floor((active * percent) / 100)));
}
