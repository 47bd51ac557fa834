import * as z from "zod/mini";
import { errorNameOf } from "../../shared/error-name.ts";
import { inTurns } from "../../shared/in-turns.ts";
import { parseJson } from "../../shared/parse-json.ts";
import { PublicRequestError } from "../../shared/public-request.ts";
import {
  type NoticeDelivery,
  deliveryPrefix,
} from "../../shared/store/outbox.ts";
import type {
  Subscriber,
  Subscribers,
} from "../../shared/webhook/subscribers-secret.ts";
import { type CollectDependencies, readOrLog } from "./collect-page.ts";
import { type NoticeMessage, noticeMessageSchema } from "./contract.ts";
import { chunksOf } from "./notice-message.ts";
import type { Post, PostAnswer } from "./post.ts";
import { requestFor, urlDigestOf } from "./subscribers.ts";

export type DeliveryDependencies = Pick<
  CollectDependencies,
  "store" | "readSubscribers" | "nowMs" | "log"
> & { post: Post };

/** A subscriber, and the messages that it has not taken yet: their indexes in the delivery. */
type Rest = NoticeDelivery["waiting"][number];

/** The messages that are left after an attempt, and the longest pause that a response asked for. */
type Left = Pick<Rest, "left"> & Pick<PostAnswer, "retryAfterMs">;

/** The pauses before each of the ten attempts, about 75 hours in all (Standard Webhooks, "Deliverability"). */
const pausesSeconds = [
  0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
];
const maxRetryAfterSeconds = 6 * 60 * 60;
/** The messages of one delivery. With 50 operations in each, they fit into an item of our store. */
const maxMessages = 10;
/** Messages that a subscriber gets at the same time. */
const parallelism = 5;

/**
 * Makes the deliveries of messages to all subscribers.
 *
 * @param name - the name of the page that has collected the messages
 */
export function deliveriesOf(
  name: string,
  messages: readonly NoticeMessage[],
  subscribers: readonly string[],
  dueAtMs: number,
): NoticeDelivery[] {
  return chunksOf(messages, maxMessages).map((chunk, nth) => ({
    id: `${deliveryPrefix}${name}#${nth}`,
    messages: JSON.stringify(chunk),
    waiting: subscribers.map((subscriber) => ({
      name: subscriber,
      left: chunk.map((_, index) => index),
      attempts: 0,
      dueAtMs,
    })),
  }));
}

/** Sends a delivery to each subscriber whose attempt is due. What is left is for the attempt of a later round. */
export async function deliver(
  run: DeliveryDependencies,
  id: string,
): Promise<void> {
  const { outbox } = run.store;
  const delivery = await outbox.takeDelivery(id);
  if (!delivery) return;
  const messages = messagesSchema.parse(parseJson(delivery.messages));
  const takenAtMs = run.nowMs();
  const subscribers = await readOrLog(run);
  const waiting = await Promise.all(
    delivery.waiting.map(async (rest) =>
      rest.dueAtMs <= takenAtMs
        ? attempt(run, subscribers, rest, messages)
        : [rest],
    ),
  );
  await outbox.putDelivery({ ...delivery, waiting: waiting.flat() });
}

const messagesSchema = z.array(noticeMessageSchema);

/** Makes one attempt, and never rejects. Resolves to what is left for the next attempt. */
async function attempt(
  run: DeliveryDependencies,
  subscribers: Subscribers | undefined,
  rest: Rest,
  messages: readonly NoticeMessage[],
): Promise<Rest[]> {
  const { nowMs, log } = run;
  const { name } = rest;
  const { left, retryAfterMs } = await send(
    run,
    subscribers,
    rest,
    messages,
  ).catch((error: unknown) => {
    logFailure(run, name, error);
    return untaken(rest);
  });
  if (left.length === 0) return [];
  const attempts = rest.attempts + 1;
  const pauseSeconds = pausesSeconds[attempts];
  if (pauseSeconds === undefined) {
    log.error("delivery given up", { subscriber: name, count: left.length });
    return [];
  }
  const askedSeconds = Math.min(retryAfterMs / 1000, maxRetryAfterSeconds);
  const seconds = Math.max(pauseSeconds, askedSeconds);
  return [{ name, left, attempts, dueAtMs: nowMs() + seconds * 1000 }];
}

const untaken = ({ left }: Rest): Left => ({ left, retryAfterMs: 0 });

/** Sends a subscriber what is left for it, unless an operator has removed it or its URL is disabled. */
async function send(
  run: DeliveryDependencies,
  subscribers: Subscribers | undefined,
  rest: Rest,
  messages: readonly NoticeMessage[],
): Promise<Left> {
  if (subscribers === undefined) return untaken(rest);
  const { store, log } = run;
  const { name } = rest;
  const done: Left = { left: [], retryAfterMs: 0 };
  const subscriber = Object.hasOwn(subscribers, name)
    ? subscribers[name]
    : undefined;
  if (subscriber === undefined) return done;
  if (subscriber.format === "broken") {
    const { issues } = subscriber;
    log.error("configuration wrong", { subscriber: name, issues });
    return untaken(rest);
  }
  const digest = urlDigestOf(subscriber);
  if (await store.outbox.isSubscriberDisabled(name, digest)) return done;

  const { types } = subscriber;
  let retryAfterMs = 0;
  let isGone = false;
  const left = await inTurns(rest.left, parallelism, async (index) => {
    const message = messages[index];
    const isWanted = message && (types?.includes(message.type) ?? true);
    if (isGone || !isWanted) return [];
    const answer = await sendOne(run, name, subscriber, message);
    if (answer.status === 410) isGone = true;
    if (answer.status >= 200 && answer.status < 300) return [];
    retryAfterMs = Math.max(retryAfterMs, answer.retryAfterMs);
    return [index];
  });
  if (!isGone) return { left: left.flat(), retryAfterMs };
  if (await store.outbox.disableSubscriber(name, digest))
    log.error("subscriber disabled", { subscriber: name });
  return done;
}

async function sendOne(
  run: DeliveryDependencies,
  name: string,
  subscriber: Subscriber,
  message: NoticeMessage,
): Promise<PostAnswer> {
  const { post, nowMs, log } = run;
  const { headers, body } = requestFor(subscriber, message, nowMs());
  try {
    const answer = await post(subscriber.url, headers, body);
    if (answer.status >= 300)
      log.warn("delivery failed", {
        subscriber: name,
        status: String(answer.status),
        type: message.type,
      });
    return answer;
  } catch (error) {
    logFailure(run, name, error);
    return { status: 0, retryAfterMs: 0 };
  }
}

function logFailure(
  { log }: DeliveryDependencies,
  subscriber: string,
  error: unknown,
): void {
  const isOurs = error instanceof PublicRequestError;
  log.warn("delivery failed", {
    subscriber,
    error: errorNameOf(error),
    ...(isOurs && { cause: error.message }),
  });
}
