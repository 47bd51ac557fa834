import * as z from "zod/mini";
import { minuteMs } from "../durations.ts";
import { sweepAt, type Table } from "../dynamodb/table.ts";
import { blockers } from "../reason-codes.ts";
import { type Notice, noticesOf, noticeTypes } from "./notices.ts";
import { type Operation, operationSchema } from "./operation.ts";
import {
  idOf,
  keptAfterEndMs,
  noticeItem,
  noticeMark,
  operationPrefix,
} from "./operation-writer.ts";
import { reasonCodeSchema } from "./statement-schema.ts";
import { createDueList } from "./due-list.ts";
import { createLeases } from "./leases.ts";

/** How far the notices of an item got. */
const progressFields = {
  notice: z.optional(z.string()),
  /** How many entries of the audit trail are on the bus. */
  published: z._default(z.number(), 0),
  /** How many of them a round has taken, to deliver their notices to the subscribers. */
  queued: z._default(z.number(), 0),
};
const operationItemSchema = z.extend(operationSchema, progressFields);

/** What a notice is about, if not about an operation. */
const aboutFields = {
  plan: z.optional(z.string()),
  /** Of a plan: how much of what. */
  counts: z.optional(z.record(z.string(), z.number())),
  subscriber: z.optional(z.string()),
  outage: z.optional(z.enum(blockers)),
};

/** A notice that is about no operation. It is an item of its own. */
const toldItemSchema = z.object({
  ...progressFields,
  ...aboutFields,
  /** Its type. */
  about: z.enum(noticeTypes),
  reason: z.optional(reasonCodeSchema),
  /** One entry, so that it is delivered like a change of an operation. */
  history: z.tuple([z.object({ atMs: z.number() })]),
});

/** Messages that a round has made, and who has not taken all of them. */
const deliverySchema = z.object({
  id: z.string(),
  /** JSON of the list. */
  messages: z.string(),
  waiting: z.array(
    z.object({
      /** The name of the subscriber. */
      name: z.string(),
      /** The messages that it has not taken, as indexes in the list. */
      left: z.array(z.number()),
      attempts: z.number(),
      /** When the next attempt is due. */
      dueAtMs: z.number(),
    }),
  ),
});
export type NoticeDelivery = z.infer<typeof deliverySchema>;
/** The beginning of the ids of deliveries. The list of due items has deliveries beside the items with notices. */
export const deliveryPrefix = "delivery#";
/** Longer than one attempt takes. An attempt that was lost is made again then. */
const attemptMs = 30 * minuteMs;

/** An item with notices that are not published yet, or not queued for delivery. */
export type Pending = {
  itemId: string;
  /** The operation, unless the notice is about a plan, a subscriber or an outage. */
  operation?: Operation;
  about: z.infer<z.ZodMiniObject<typeof aboutFields>>;
  /** The length of the audit trail as it was read. */
  length: number;
  published: number;
  queued: number;
  /** The notices that are not published, or not queued. */
  notices: Notice[];
};

/** How far the notices of an item are now. */
export type Progress = Pick<
  Pending,
  "itemId" | "length" | "published" | "queued"
> & {
  /** When the rest is due. Undefined if nothing is left. */
  nextAtMs?: number | undefined;
};

const openEntrySchema = z.object({
  id: z.string(),
  open: z.optional(z.string()),
  reason: z.optional(z.string()),
});

/** Only the round that has this lease collects notices. */
export const roundLease = "notices";

export type NoticeStore = ReturnType<typeof createNoticeStore>;

/** What our store knows of notices. It is apart from the other records, so that receivers do not load it. */
export function createNoticeStore(table: Table, nowMs: () => number) {
  return {
    outbox: createOutbox(table, nowMs),
    leases: createLeases(table, nowMs),
  };
}

/** The notices that changes have marked, and that must still reach our bus and the subscribers (decision 20). */
function createOutbox(table: Table, nowMs: () => number) {
  return {
    due: createDueList(table, nowMs, {
      index: "notice",
      partition: ["notice", "pending"],
      time: "noticeAtMs",
    }),

    /** Resolves to nothing when the item has nothing to publish and nothing to deliver. */
    async pending(itemId: string): Promise<Pending[]> {
      const found = await readItem(table, itemId);
      if (found?.notice === undefined) return [];
      const from = Math.min(found.published, found.queued);
      const notices = found.notices.filter(({ index }) => index >= from);
      return [{ ...found, notices }];
    },

    /** Stores which subscribers have not taken all messages, and deletes the delivery when each one has. */
    async putDelivery(delivery: NoticeDelivery): Promise<void> {
      const { id, waiting } = delivery;
      const dueAtMs = Math.min(...waiting.map((one) => one.dueAtMs));
      if (waiting.length === 0) await table.delete(id);
      else
        await table.put({
          ...delivery,
          ...noticeMark(dueAtMs),
          ...sweepAt(dueAtMs + keptAfterEndMs),
        });
    },

    /** Undefined if it is not due any more: another round makes the attempt, or has made it. */
    async takeDelivery(id: string): Promise<NoticeDelivery | undefined> {
      const { applied, item } = await table.updateOrRead(
        id,
        {
          set: { noticeAtMs: nowMs() + attemptMs },
          where: { notice: "pending", noticeAtMs: { atMost: nowMs() } },
        },
        deliverySchema,
      );
      return applied ? item : undefined;
    },

    /**
     * Notes how far the notices of an item are. If it got further notices since it was read, it stays due. Repeating it
     * changes nothing.
     */
    async settle(reached: Progress): Promise<void> {
      const { itemId, length, published, queued, nextAtMs } = reached;
      const progress = { published, queued };
      const where = {
        notice: "pending",
        published: { atMost: published },
        queued: { atMost: queued },
      };
      const isUnchanged = await table.update(itemId, {
        set: {
          ...progress,
          ...(nextAtMs !== undefined && { noticeAtMs: nextAtMs }),
        },
        remove: nextAtMs === undefined ? ["notice", "noticeAtMs"] : [],
        where: { ...where, history: { length } },
      });
      if (!isUnchanged) await table.update(itemId, { set: progress, where });
    },

    /** Whether an operation is open with this reason. The index names candidates, and the items decide. */
    async isAnyOpen(reason: string): Promise<boolean> {
      for (const status of ["needs_attention", "failed"] as const) {
        const { entries } = await table.all(
          { index: "open", partition: ["open", status] },
          openEntrySchema,
        );
        for (const { id } of entries.filter((one) => one.reason === reason)) {
          const item = await table.get(id, openEntrySchema);
          if (item?.open === status && item.reason === reason) return true;
        }
      }
      return false;
    },

    /**
     * Notes that a subscriber gets nothing more at a URL, and marks that as a notice. Resolves to false if it is noted
     * already.
     */
    disableSubscriber: (name: string, urlDigest: string): Promise<boolean> =>
      table.putIfAbsent({
        id: subscriberKey(name, urlDigest),
        subscriber: name,
        ...noticeItem("subscriber.disabled", nowMs()),
      }),

    isSubscriberDisabled: async (
      name: string,
      urlDigest: string,
    ): Promise<boolean> =>
      (await table.get(subscriberKey(name, urlDigest), toldItemSchema)) !==
      undefined,
  };
}

/** Another URL is another subscriber. */
function subscriberKey(name: string, urlDigest: string): string {
  return `subscriber#${name}#${urlDigest}`;
}

/** An item with all its notices. Without `notice`, none of them is pending. */
function readItem(table: Table, itemId: string) {
  return itemId.startsWith(operationPrefix)
    ? readOperation(table, itemId)
    : readTold(table, itemId);
}

async function readOperation(table: Table, itemId: string) {
  const item = await table.get(itemId, operationItemSchema);
  if (item === undefined) return undefined;
  const { notice, published, queued, ...rest } = item;
  const operation: Operation = { ...rest, id: idOf(itemId) };
  const { length } = operation.history;
  return {
    itemId,
    about: {},
    notice,
    operation,
    length,
    published,
    queued,
    notices: noticesOf(operation),
  };
}

async function readTold(table: Table, itemId: string) {
  const item = await table.get(itemId, toldItemSchema);
  if (item === undefined) return undefined;
  const { about: type, notice, history, reason, ...rest } = item;
  const { published, queued, ...about } = rest;
  const { plan, subscriber, outage } = about;
  const [{ atMs }] = history;
  const id = [type, plan ?? subscriber ?? outage, atMs].join("_");
  const told: Notice = { id, index: 0, type, atMs, reason };
  const length = 1;
  return { itemId, about, notice, length, published, queued, notices: [told] };
}
