import * as z from "zod/mini";
import { StepFailure } from "../step-failure.ts";
import { absent } from "../dynamodb/expressions.ts";
import type { Table } from "../dynamodb/table.ts";
import { dayMs, hourMs } from "../durations.ts";
import { limitName } from "../employment/next-move.ts";

/** What is counted by person. The name is also the id of the item, and the reason of an operation that is held. */
export const limitNames = Object.values(limitName);
export type LimitName = (typeof limitNames)[number];

/** At most `percent` of the active employees within 24 hours, but at least `min` and at most `max`. */
export type LimitSettings = {
  percent: number;
  min: number;
  max: number;
};

export type LimitUsage = {
  /** Released people count too, so it may exceed `allowed`. */
  used: number;
  allowed: number;
};

const settingOf = {
  "disable-limit": "disableLimit",
  "deletion-limit": "deletionLimit",
  "rename-limit": "renameLimit",
} as const satisfies Record<LimitName, string>;

export type AllLimits = Record<(typeof settingOf)[LimitName], LimitSettings>;

const limitSchema = z.object({
  version: z.number(),
  /** The counted people. A list, because an id such as `__proto__` would be a dangerous key. */
  passed: z.array(z.object({ personID: z.string(), atMs: z.number() })),
});

const windowMs = dayMs;
/** A question so soon after the last one is a repeated step, or a pass that is still good. */
const repeatedMs = hourMs / 2;
/** A lost race is repeated here, because another attempt of the step would come seconds later. */
const maxRaces = 10;
/** Released people count too, beyond the limit. Only the newest people are remembered: no setting allows more. */
const mostRemembered = 1_000;

/**
 * Stops a series of changes to people that was not intended. A person counts once in 24 hours, when they passed last:
 * an outage can lie between a pass and the change. Asking again for the same person is free, unless `max` is 0 now,
 * so a repeated step counts nothing twice. Employee ids do not count: after a deletion, an adoption can link the same
 * id to the next person.
 */
export function createDailyLimits(
  table: Table,
  countActive: (limit: number) => Promise<number>,
  nowMs: () => number,
) {
  const readRecent = async (name: LimitName) => {
    const known = await table.get(name, limitSchema);
    const passed = known?.passed ?? [];
    return {
      known,
      recent: passed.filter((one) => one.atMs > nowMs() - windowMs),
    };
  };

  /** How many people were counted within 24 hours, and how many the limit allows now. It counts nothing. */
  const usage = async (
    name: LimitName,
    settings: AllLimits,
  ): Promise<LimitUsage> => {
    const [{ recent }, allowed] = await Promise.all([
      readRecent(name),
      limitOf(settings[settingOf[name]], countActive),
    ]);
    return { used: recent.length, allowed };
  };

  return {
    usage,

    usages: (settings: AllLimits) =>
      Promise.all(
        limitNames.map(async (name) => ({
          name,
          ...(await usage(name, settings)),
        })),
      ),

    /**
     * Counts a person, atomically. Resolves to false when the limit is reached, and the operation is held.
     *
     * @param isReleased - an operator has released the operation: its person counts but is not held
     * @throws StepFailure `limit-contended`, worth another attempt, when other people were counted at the same moment
     *   each time
     */
    async allow(
      name: LimitName,
      personID: string,
      settings: AllLimits,
      isReleased = false,
    ): Promise<boolean> {
      const limit = settings[settingOf[name]];
      // An operator has stopped all, also for a person who was counted before.
      if (limit.max === 0 && !isReleased) return false;
      for (let race = 1; race <= maxRaces; race++) {
        const { known, recent } = await readRecent(name);
        const others = recent.filter((one) => one.personID !== personID);
        const own = recent.find((one) => one.personID === personID);
        if (own && own.atMs > nowMs() - repeatedMs) return true;
        if (
          !own &&
          !isReleased &&
          recent.length >= (await limitOf(limit, countActive))
        )
          return false;
        const passed = [...others, { personID, atMs: nowMs() }].slice(
          -mostRemembered,
        );
        const { version } = known ?? {};
        const isCounted = await table.update(name, {
          set: { version: (version ?? 0) + 1, passed },
          where: { version: version ?? absent },
          createsItem: true,
        });
        if (isCounted) return true;
      }
      throw new StepFailure("limit-contended", { retryable: true });
    },
  };
}

/** Counts the active employees only as far as they can change the limit. */
async function limitOf(
  { percent, min, max }: LimitSettings,
  countActive: (limit: number) => Promise<number>,
): Promise<number> {
  const activeForMax = percent > 0 ? Math.ceil((max * 100) / percent) : 0;
  const active = activeForMax > 0 ? await countActive(activeForMax) : 0;
  return Math.min(max, Math.max(min, Math.floor((active * percent) / 100)));
}
