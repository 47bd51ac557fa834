import { errorNameOf } from "../../shared/error-name.ts";
import type { Cursor } from "../../shared/dynamodb/table.ts";
import type { Log } from "../../shared/log.ts";
import { againAfterMs } from "../../shared/store/due-list.ts";
import type { Notice } from "../../shared/store/notices.ts";
import {
  deliveryPrefix,
  type NoticeStore,
  type Pending,
  type Progress,
} from "../../shared/store/outbox.ts";
import type { Subscribers } from "../../shared/webhook/subscribers-secret.ts";
import { describeNotice, type NoticeEntry } from "./notice-message.ts";

export type CollectDependencies = {
  store: NoticeStore;
  publish: (notices: readonly NoticeEntry[]) => Promise<Set<string>>;
  /** @throws ConfigurationError if the secret cannot be read */
  readSubscribers: () => Promise<Subscribers>;
  nowMs: () => number;
  log: Log;
};

const pageSize = 50;
/** The first notice of a reason is told at once. The next ones are gathered for this time, into one message. */
const gatherMs = 15 * 60_000;

/**
 * Puts the notices of a page of the outbox on our bus, and decides which of them this round delivers to the
 * subscribers. It does not write the progress. The caller does, after it has stored the messages.
 */
export async function collectPage(
  dependencies: CollectDependencies,
  round: string,
  from?: Cursor,
): Promise<{
  progress: Progress[];
  /** The notices that this round delivers to the subscribers. */
  queued: NoticeEntry[];
  /** The deliveries whose next attempt is due. */
  deliveries: string[];
  subscribers: string[];
  next?: Cursor | undefined;
}> {
  const { store, publish } = dependencies;
  const { entries, next } = await store.outbox.due.page(pageSize, from);
  const ids = entries.map(({ id }) => id);
  const isDelivery = (id: string) => id.startsWith(deliveryPrefix);
  const pending = await readAll(
    dependencies,
    ids.filter((id) => !isDelivery(id)),
  );
  const refused = await publish(
    pending.flatMap((item) =>
      item.notices
        .filter(({ index }) => index >= item.published)
        .map((notice) => describeNotice(item, notice)),
    ),
  );
  const known = await readOrLog(dependencies);
  const subscribers = known && Object.keys(known);
  const choose = chooseForDelivery(dependencies, round, subscribers);
  const progress: Progress[] = [];
  const queued: NoticeEntry[] = [];
  const attended: NoticeEntry[] = [];
  for (const item of pending) {
    const { itemId, length, published } = item;
    const firstRefused = item.notices.find(({ id }) => refused.has(id));
    const chosen = await choose(item);
    for (const notice of chosen.queued)
      (notice.type === "operation.attended" ? attended : queued).push(
        describeNotice(item, notice),
      );
    progress.push({
      itemId,
      length,
      // Up to the first notice that the bus has refused.
      published: firstRefused
        ? Math.max(published, firstRefused.index)
        : length,
      queued: chosen.upTo,
      nextAtMs: firstRefused
        ? dependencies.nowMs() + againAfterMs
        : chosen.nextAtMs,
    });
  }
  queued.push(...(await noticesOfLast(store, attended)));
  return {
    progress,
    queued,
    deliveries: ids.filter(isDelivery),
    subscribers: subscribers ?? [],
    next,
  };
}

/** The lease that a round takes when it tells the first notice of a reason. While it lasts, notices are gathered. */
function gatheringOf(reason: string): string {
  return `notices#${reason}`;
}

/** The subscribers. Undefined while their secret cannot be read, which the log tells. */
export async function readOrLog({
  readSubscribers,
  log,
}: Pick<CollectDependencies, "readSubscribers" | "log">): Promise<
  Subscribers | undefined
> {
  try {
    return await readSubscribers();
  } catch (error) {
    log.error("subscribers unreadable", { error: errorNameOf(error) });
    return undefined;
  }
}

async function readAll(
  { store: { outbox }, log }: CollectDependencies,
  ids: readonly string[],
): Promise<Pending[]> {
  const read = await Promise.all(
    ids.map(async (id) => {
      try {
        return await outbox.pending(id);
      } catch (error) {
        log.error("notice unreadable", { error: errorNameOf(error) });
        // One broken entry must not stop the others.
        await outbox.due.postpone(id);
        return [];
      }
    }),
  );
  return read.flat();
}

/** Chooses the notices that this round delivers. If one is gathered for later, all of its entry and later ones wait. */
function chooseForDelivery(
  { store: { leases }, nowMs }: CollectDependencies,
  round: string,
  subscribers: readonly string[] | undefined,
): (item: Pending) => Promise<{
  queued: Notice[];
  /** The number of entries of the audit trail that are done. */
  upTo: number;
  /** When the rest is due. Undefined if nothing is left. */
  nextAtMs: number | undefined;
}> {
  const gathered = new Map<string, Promise<number | undefined>>();
  /** Until when notices of this reason are gathered, because another round has told the first one. */
  const gatheredUntil = async ({ type, reason = "unexpected" }: Notice) => {
    if (!type.startsWith("operation.")) return undefined;
    // A notice about an attended operation is gathered with the others of its reason, and begins no time of gathering.
    const isAttended = type === "operation.attended";
    const key = `${isAttended ? "attended" : "open"} ${reason}`;
    const known =
      gathered.get(key) ??
      (isAttended
        ? leases.takenUntil(gatheringOf(reason), round)
        : leases.take(gatheringOf(reason), round, gatherMs));
    gathered.set(key, known);
    return known;
  };

  return async ({ notices, queued, length }) => {
    const nothingLeft = { upTo: length, nextAtMs: undefined };
    if (subscribers?.length === 0) return { queued: [], ...nothingLeft };
    // The secret cannot be read now.
    if (subscribers === undefined)
      return { queued: [], upTo: queued, nextAtMs: nowMs() + againAfterMs };
    const now: Notice[] = [];
    for (const notice of notices) {
      if (notice.index < queued) continue;
      const untilMs = await gatheredUntil(notice);
      if (untilMs !== undefined)
        return {
          queued: now.filter(({ index }) => index < notice.index),
          upTo: notice.index,
          nextAtMs: untilMs,
        };
      now.push(notice);
    }
    return { queued: now, ...nothingLeft };
  };
}

/** Of the notices about attended operations, those with a reason that no open operation has any more. */
async function noticesOfLast(
  { outbox, leases }: NoticeStore,
  attended: readonly NoticeEntry[],
): Promise<NoticeEntry[]> {
  const over: NoticeEntry[] = [];
  for (const [reason = "unexpected", notices] of Map.groupBy(
    attended,
    (notice) => notice.reason,
  )) {
    if (await outbox.isAnyOpen(reason)) continue;
    // The next notice of the reason is told at once.
    await leases.end(gatheringOf(reason));
    over.push(...notices);
  }
  return over;
}
