import { isoTimeOf } from "../../shared/iso-time.ts";
import type { AllLimits } from "../../shared/store/daily-limits.ts";
import type { OperatorLists } from "../../shared/store/operator-lists.ts";
import {
  toReasonCode,
  blockers,
  blockerOf,
} from "../../shared/reason-codes.ts";
import { openLists } from "../../shared/store/operation-indexes.ts";
import type { Store } from "../../shared/store/store.ts";
import type { CallerEntries } from "../../shared/webhook/callers-secret.ts";
import type { Overview } from "./contract.ts";
import { dayMs } from "../../shared/durations.ts";

export type OverviewDependencies = {
  store: Pick<Store, "dailyLimits" | "outages">;
  lists: Pick<
    OperatorLists,
    "countOpen" | "countBlocked" | "countWarned" | "oldestOverdue"
  >;
  limits: AllLimits;
  readCallers: () => Promise<CallerEntries>;
  nowMs: () => number;
};

/** Older warnings are not counted. */
const warnedMs = 7 * dayMs;

/** The page that an operator looks at once a day. The number of reads has a bound. */
export async function showOverview(
  dependencies: OverviewDependencies,
): Promise<Overview> {
  const { store, lists, limits, readCallers, nowMs } = dependencies;
  const [open, warned, overdue, usages, outages, callers] = await Promise.all([
    Promise.all(
      openLists.map(async (status) => ({
        status,
        ...(await lists.countOpen(status)),
      })),
    ),
    lists.countWarned(nowMs() - warnedMs),
    lists.oldestOverdue(),
    store.dailyLimits.usages(limits),
    readOutages(dependencies),
    readCallers(),
  ]);
  const attention = open.find(({ status }) => status === "needs_attention");
  return {
    at: isoTimeOf(nowMs()),
    statuses: open.map(({ byReason: _, ...one }) => one),
    reasons: open.flatMap(reasonsOf).toSorted((a, b) => b.count - a.count),
    warnings: Array.from(warned.byReason, ([reason, count]) => ({
      reason,
      count,
      isAtLeast: warned.isAtLeast,
    })).toSorted((a, b) => b.count - a.count),
    ...(overdue && {
      oldestOverdue: {
        id: overdue.id,
        status: overdue.status,
        dueAt: isoTimeOf(overdue.dueAtMs),
      },
    }),
    limits: usages.map((usage) => ({
      ...usage,
      held: {
        count: attention?.byReason.get(usage.name) ?? 0,
        isAtLeast: attention?.isAtLeast ?? false,
      },
    })),
    // The count of a configuration outage includes the operations that are blocked alone.
    blocked: outages.some(({ by }) => by === "configuration")
      ? outages
      : [...outages, ...blockedAlone(open)],
    callers: Object.entries(callers).map(([name, entry]) =>
      describeCaller(name, entry, nowMs()),
    ),
  };
}

type Counted = Overview["statuses"][number] & { byReason: Map<string, number> };

function reasonsOf({
  status,
  byReason,
  isAtLeast,
}: Counted): Overview["reasons"] {
  // A waiting operation has a reason only while it is blocked, also where no outage shows it. An active one has a
  // reason only while it runs, and a failed attempt is about to be repeated.
  return [...byReason].map(([reason, count]) => ({
    status: status === "active" ? "running" : status,
    reason,
    count,
    isAtLeast,
  }));
}

/** Why operations cannot go on without a part of our configuration, although there is no outage. */
function blockedAlone(open: readonly Counted[]): Overview["blocked"] {
  return open.flatMap(reasonsOf).flatMap(({ status, reason, ...waiting }) => {
    const isBlocked =
      status === "running"
        ? reason === "store-denied"
        : blockerOf(toReasonCode(reason)) === "configuration";
    return (status === "running" || status === "waiting") && isBlocked
      ? [{ by: "configuration", status, reason, waiting }]
      : [];
  });
}

async function readOutages({
  store,
  lists,
}: OverviewDependencies): Promise<Overview["blocked"]> {
  const outages = await Promise.all(
    blockers.map(async (by) => {
      const outage = await store.outages.get(by);
      if (outage?.beganAtMs === undefined) return [];
      const waiting = await lists.countBlocked(by);
      const { reason = "unexpected", beganAtMs } = outage;
      const since = isoTimeOf(beganAtMs);
      return [{ by, status: "waiting" as const, reason, since, waiting }];
    }),
  );
  return outages.flat();
}

const oldKeyMs = 365 * dayMs;

/** A caller's entry as operators see it, without its keys. */
function describeCaller(
  name: string,
  entry: CallerEntries[string],
  nowMs: number,
): Overview["callers"][number] {
  const { scheme } = entry;
  if (scheme === "broken")
    return {
      name,
      scheme,
      scopes: [],
      issue: entry.hasNoKey ? "no-key" : "invalid-entry",
    };
  const keyedAt = "keyedAt" in entry ? entry.keyedAt : undefined;
  const isOld = keyedAt !== undefined && nowMs - Date.parse(keyedAt) > oldKeyMs;
  return {
    name,
    scheme,
    preset: entry.preset,
    scopes: [...entry.scopes],
    issue: isOld ? "old-key" : undefined,
    keyedAt,
  };
}
