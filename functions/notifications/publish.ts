import { errorNameOf } from "../../shared/error-name.ts";
import type { Log } from "../../shared/log.ts";
import { chunksOf, messagesOf, type NoticeEntry } from "./notice-message.ts";

/** Puts at most ten events on our bus. Resolves to whether the bus took each of them. */
export type PutEvents = (
  events: readonly { type: string; atMs: number; detail: unknown }[],
) => Promise<boolean[]>;

type Dependencies = {
  putEvents: PutEvents;
  docsUrl: string;
  sleepMs: (ms: number) => Promise<unknown>;
  log: Log;
};

/** EventBridge accepts at most this many entries in a request. With 1 KB each, they are far below its limit of 256 KB. */
const maxEntries = 10;
const maxAttempts = 4;
const firstPauseMs = 200;

/**
 * Puts each notice on our bus as an event of its own. Only entries that the bus refused are repeated.
 *
 * @returns the ids of the notices that the bus did not take, or may not have taken
 */
export async function publish(
  { putEvents, docsUrl, sleepMs, log }: Dependencies,
  notices: readonly NoticeEntry[],
): Promise<Set<string>> {
  let left = [...notices];
  for (let attempt = 1; left.length > 0 && attempt <= maxAttempts; attempt++) {
    if (attempt > 1) await sleepMs(firstPauseMs * 2 ** (attempt - 2));
    const refused = await Promise.all(
      chunksOf(left, maxEntries).map((batch) =>
        put(putEvents, batch, docsUrl, log),
      ),
    );
    left = refused.flat();
  }
  if (left.length > 0) log.error("bus refused", { count: left.length });
  return new Set(left.map(({ notice }) => notice));
}

async function put(
  putEvents: PutEvents,
  batch: NoticeEntry[],
  docsUrl: string,
  log: Log,
): Promise<NoticeEntry[]> {
  const events = batch.map((entry) => {
    const [message] = messagesOf([entry], docsUrl);
    const detail = { ...message, id: entry.notice };
    return { type: entry.type, atMs: entry.atMs, detail };
  });
  try {
    const taken = await putEvents(events);
    return batch.filter((_, index) => taken[index] !== true);
  } catch (error) {
    log.warn("bus failed", {
      error: errorNameOf(error),
      count: batch.length,
    });
    return batch;
  }
}
