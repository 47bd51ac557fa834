import { collectPage } from "../../../../functions/notifications/collect-page.ts";
import {
  deliver,
  deliveriesOf,
} from "../../../../functions/notifications/deliver.ts";
import {
  messagesOf,
  type NoticeEntry,
} from "../../../../functions/notifications/notice-message.ts";
import { publish } from "../../../../functions/notifications/publish.ts";
import { createStartNotices } from "../../../../functions/scheduler/start-notices.ts";
import { tables } from "../../../../infra/aws/deployment/tables.ts";
import { dayMs, minuteMs } from "../../../../shared/durations.ts";
import { createTable } from "../../../../shared/dynamodb/table.ts";
import { createNoticeStore } from "../../../../shared/store/outbox.ts";
import type { InProcess } from "../../../environments/in-process.ts";

const notice: NoticeEntry = {
  notice: "op_1",
  type: "operation.failed",
  atMs: 0,
  reason: "unexpected",
  about: {},
  operation: {
    notice: "op_1",
    operation: "op",
    type: "employee.hired",
    employee: "E-1",
    at: new Date(0).toISOString(),
  },
};

const storeOf = ({ documents, nowMs }: InProcess) =>
  createNoticeStore(createTable(documents, tables.store.name), nowMs);

/** A subscriber never answers but with this status, until it gets nothing more. */
async function deliverTo(
  { documents, nowMs, logOf }: InProcess,
  status: number,
): Promise<void> {
  let atMs = nowMs();
  const store = createNoticeStore(
    createTable(documents, tables.store.name),
    () => atMs,
  );
  const name = `to-${status}`;
  const made = deliveriesOf(name, messagesOf([notice], ""), ["desk"], atMs);
  for (const one of made) await store.outbox.putDelivery(one);
  for (let attempt = 1; attempt <= 10; attempt++, atMs += dayMs)
    for (const { id } of made)
      await deliver(
        {
          store,
          readSubscribers: async () => ({
            desk: {
              format: "slack",
              url: `https://desk.example.com/${status}`,
            },
          }),
          post: async () => ({ status, retryAfterMs: 0 }),
          nowMs: () => atMs,
          log: logOf("notifications-workflow"),
        },
        id,
      );
}

/** Notices are due for a quarter of an hour, and the scheduler finds them still there. */
export async function leaveNotices(environment: InProcess): Promise<void> {
  const { nowMs, logOf } = environment;
  const { outbox, leases } = storeOf(environment);
  const dueAtMs = nowMs() - 16 * minuteMs;
  const page = async () => ({ entries: [{ id: "operation#1", dueAtMs }] });
  const startNotices = createStartNotices({
    notices: { outbox: { ...outbox, due: { ...outbox.due, page } }, leases },
    startRound: async () => undefined,
    nowMs,
    log: logOf("scheduler-handler"),
  });
  for (let minutes = 0; minutes < 2; minutes++) await startNotices();
}

/** One subscriber is gone, and another one is down for more than three days. */
export async function loseNotices(environment: InProcess): Promise<void> {
  await deliverTo(environment, 410);
  await deliverTo(environment, 500);
}

/** The bus, the secret and an item of the store are out of order. */
export async function delayNotices(environment: InProcess): Promise<void> {
  const { nowMs, logOf } = environment;
  const log = logOf("notifications-workflow");
  const putEvents = async () => [false];
  const sleepMs = async () => undefined;
  await publish({ putEvents, docsUrl: "", sleepMs, log }, [notice]);
  const store = storeOf(environment);
  const outbox = {
    ...store.outbox,
    due: {
      ...store.outbox.due,
      page: async () => ({ entries: [{ id: "operation#bad", dueAtMs: 0 }] }),
    },
    pending: () => Promise.reject(new Error("unreadable")),
  };
  const subscriberNames = () => Promise.reject(new Error("malformed"));
  await collectPage(
    {
      store: { ...store, outbox },
      publish: async () => new Set<string>(),
      subscriberNames,
      nowMs,
      log,
    },
    "round",
  );
}
