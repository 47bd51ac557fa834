import {
  type EventBridgeClient,
  PutEventsCommand,
  type PutEventsRequestEntry,
} from "@aws-sdk/client-eventbridge";
import type { Log } from "../../shared/log.ts";
import { noticeSource } from "./notice-source.ts";
import { messagesOf, type NoticeEntry } from "./notice-message.ts";

export type Bus = {
  client: Pick<EventBridgeClient, "send">;
  name: string;
};

type Dependencies = {
  bus: Bus;
  docsUrl: string;
  sleepMs: (ms: number) => Promise<unknown>;
  log: Log;
};

/** EventBridge accepts so many entries in a request. With about 1 KB each, they are far below its limit of 256 KB. */
const maxEntries = 10;
const maxAttempts = 4;
const firstPauseMs = 200;

/**
 * Puts each notice on our bus as an event of its own. Only entries that the bus refused are repeated.
 *
 * @returns the ids of the notices that the bus did not take, or may not have taken
 */
export async function publish(
  { bus, docsUrl, sleepMs, log }: Dependencies,
  notices: readonly NoticeEntry[],
): Promise<Set<string>> {
  let left = [...notices];
  for (let attempt = 1; left.length > 0 && attempt <= maxAttempts; attempt++) {
    if (attempt > 1) await sleepMs(firstPauseMs * 2 ** (attempt - 2));
    const batches = Array.from(
      { length: Math.ceil(left.length / maxEntries) },
      (_, index) => left.slice(index * maxEntries, (index + 1) * maxEntries),
    );
    const refused = await Promise.all(
      batches.map((batch) => put(bus, batch, docsUrl, log)),
    );
    left = refused.flat();
  }
  if (left.length > 0) log.error("bus refused", { count: left.length });
  return new Set(left.map(({ notice }) => notice));
}

async function put(
  { client, name }: Bus,
  batch: NoticeEntry[],
  docsUrl: string,
  log: Log,
): Promise<NoticeEntry[]> {
  const command = new PutEventsCommand({
    Entries: batch.map((notice) => entryOf(notice, name, docsUrl)),
  });
  try {
    const { Entries = [] } = await client.send(command);
    return batch.filter((_, index) => Entries[index]?.EventId === undefined);
  } catch (error) {
    const name = error instanceof Error ? error.name : "unknown";
    log.warn("bus failed", { error: name, count: batch.length });
    return batch;
  }
}

function entryOf(
  notice: NoticeEntry,
  EventBusName: string,
  docsUrl: string,
): PutEventsRequestEntry {
  const [message] = messagesOf([notice], docsUrl);
  return {
    EventBusName,
    Source: noticeSource,
    DetailType: notice.type,
    Time: new Date(notice.atMs),
    Detail: JSON.stringify({ ...message, id: notice.notice }),
  };
}
