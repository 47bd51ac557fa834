import * as z from "zod/mini";
import { parseJson } from "../../shared/parse-json.ts";
import {
  type NoticeDelivery,
  deliveryPrefix,
} from "../../shared/store/outbox.ts";
import type { CollectDependencies } from "./collect-page.ts";
import { type NoticeMessage, noticeMessageSchema } from "./contract.ts";
import { chunksOf } from "./notice-message.ts";
import {
  type Attempted,
  type Rest,
  sendWave,
  type WaveDependencies,
} from "./send-wave.ts";

export type DeliveryDependencies = Omit<WaveDependencies, "outbox"> &
  Pick<CollectDependencies, "store">;

/** The pauses before each of the ten attempts, about 75 hours in all (Standard Webhooks, "Deliverability"). */
const pausesSeconds = [
  0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
];
const maxRetryAfterSeconds = 6 * 60 * 60;
/** With 50 operations in each, they are far smaller together than an item may be. */
const maxMessages = 10;

/**
 * The deliveries of messages to each subscriber.
 *
 * @param name - of the page whose messages they are
 */
export function deliveriesOf(
  name: string,
  messages: readonly NoticeMessage[],
  subscribers: readonly string[],
  dueAtMs: number,
): NoticeDelivery[] {
  return chunksOf(messages, maxMessages).map((some, index) => ({
    id: `${deliveryPrefix}${name}#${index}`,
    messages: JSON.stringify(some),
    waiting: subscribers.map((subscriber) => ({
      name: subscriber,
      left: some.map((_, index) => index),
      attempts: 0,
      dueAtMs,
    })),
  }));
}

/**
 * Sends the messages of a delivery to each subscriber whose attempt is due, and notes what is left. A later round makes
 * the next attempt, until the attempts are used up.
 */
export async function deliver(
  run: DeliveryDependencies,
  id: string,
): Promise<void> {
  const { store, nowMs, log } = run;
  const { outbox } = store;
  const delivery = await outbox.takeDelivery(id);
  if (!delivery) return;
  const messages = messagesSchema.parse(parseJson(delivery.messages));
  const takenAtMs = nowMs();
  const isDue = (one: Rest) => one.dueAtMs <= takenAtMs;
  const results = await sendWave(
    { ...run, outbox },
    delivery.waiting.filter(isDue),
    messages,
  );
  const left = results.flatMap((result) => again(result, nowMs()));
  for (const one of left.filter(isGivenUp))
    log.error("delivery given up", {
      subscriber: one.name,
      count: one.left.length,
    });
  const waiting = [...delivery.waiting.filter((one) => !isDue(one)), ...left];
  await outbox.putDelivery({
    ...delivery,
    waiting: waiting.filter((one) => !isGivenUp(one)),
  });
}

const messagesSchema = z.array(noticeMessageSchema);

function isGivenUp({ attempts }: Rest): boolean {
  return attempts >= pausesSeconds.length;
}

/** What is left after an attempt. */
function again(
  { retryAfterMs, attempts: before, ...rest }: Attempted,
  atMs: number,
): Rest[] {
  if (rest.left.length === 0) return [];
  const attempts = before + 1;
  const seconds = Math.max(
    pausesSeconds[attempts] ?? 0,
    Math.min(retryAfterMs / 1000, maxRetryAfterSeconds),
  );
  return [{ ...rest, attempts, dueAtMs: atMs + seconds * 1000 }];
}
