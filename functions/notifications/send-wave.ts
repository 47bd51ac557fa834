import { errorNameOf } from "../../shared/error-name.ts";
import type { Log } from "../../shared/log.ts";
import { PublicRequestError } from "../../shared/public-request.ts";
import type { NoticeDelivery, Outbox } from "../../shared/store/outbox.ts";
import type { NoticeMessage } from "./contract.ts";
import type { Post } from "./post.ts";
import { requestFor, urlDigestOf } from "./subscribers.ts";
import type {
  Subscriber,
  Subscribers,
} from "../../shared/webhook/subscribers-secret.ts";

export type WaveDependencies = {
  outbox: Pick<Outbox, "disableSubscriber" | "isSubscriberDisabled">;
  /** @throws ConfigurationError if the secret cannot be read */
  readSubscribers: () => Promise<Subscribers>;
  post: Post;
  nowMs: () => number;
  log: Log;
};

/** A subscriber, and the messages that it has not taken yet. */
export type Rest = NoticeDelivery["waiting"][number];

/** What one attempt came to. Without anything left, the subscriber is done. */
export type Attempted = Rest & {
  /** The longest pause that an answer asked for. */
  retryAfterMs: number;
};

/** Messages that a subscriber gets at the same time. */
const parallelism = 5;

/**
 * Sends each of these subscribers the messages that are left for it. It never rejects: a message that was not taken
 * stays in `left`.
 */
export async function sendWave(
  dependencies: WaveDependencies,
  rests: readonly Rest[],
  messages: readonly NoticeMessage[],
): Promise<Attempted[]> {
  const subscribers = await read(dependencies);
  return Promise.all(
    rests.map(async (rest): Promise<Attempted> => {
      const failed = { ...rest, retryAfterMs: 0 };
      if (subscribers === undefined) return failed;
      try {
        return await sendRest(dependencies, subscribers, rest, messages);
      } catch (error) {
        logFailure(dependencies, rest, error);
        return failed;
      }
    }),
  );
}

async function read({
  readSubscribers,
  log,
}: WaveDependencies): Promise<Subscribers | undefined> {
  try {
    return await readSubscribers();
  } catch (error) {
    log.error("subscribers unreadable", { error: errorNameOf(error) });
    return undefined;
  }
}

async function sendRest(
  dependencies: WaveDependencies,
  subscribers: Subscribers,
  rest: Rest,
  messages: readonly NoticeMessage[],
): Promise<Attempted> {
  const { outbox, log } = dependencies;
  const { name, left } = rest;
  const done: Attempted = { ...rest, left: [], retryAfterMs: 0 };
  const subscriber = Object.hasOwn(subscribers, name)
    ? subscribers[name]
    : undefined;
  // An operator has removed it.
  if (subscriber === undefined) return done;
  if (subscriber.format === "broken") {
    log.error("configuration wrong", {
      subscriber: name,
      issues: subscriber.issues,
    });
    return { ...rest, retryAfterMs: 0 };
  }
  const digest = urlDigestOf(subscriber);
  if (await outbox.isSubscriberDisabled(name, digest)) return done;

  const wanted = left.filter((index) => isWanted(subscriber, messages[index]));
  const stillLeft: number[] = [];
  let retryAfterMs = 0;
  let isGone = false;
  const queue = wanted.values();
  await Promise.all(
    Array.from({ length: parallelism }, async () => {
      for (const index of queue) {
        if (isGone) return;
        const message = messages[index];
        if (message === undefined) continue;
        const answer = await sendOne(dependencies, name, subscriber, message);
        if (answer.status === 410) isGone = true;
        if (answer.status >= 200 && answer.status < 300) continue;
        stillLeft.push(index);
        retryAfterMs = Math.max(retryAfterMs, answer.retryAfterMs);
      }
    }),
  );
  if (!isGone)
    return { ...done, left: stillLeft.toSorted((a, b) => a - b), retryAfterMs };
  if (await outbox.disableSubscriber(name, digest))
    log.error("subscriber disabled", { subscriber: name });
  return done;
}

function isWanted(
  { types }: Subscriber,
  message: NoticeMessage | undefined,
): boolean {
  return message !== undefined && (types?.includes(message.type) ?? true);
}

async function sendOne(
  dependencies: WaveDependencies,
  name: string,
  subscriber: Subscriber,
  message: NoticeMessage,
): Promise<{ status: number; retryAfterMs: number }> {
  const { post, nowMs, log } = dependencies;
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
    logFailure(dependencies, { name }, error);
    return { status: 0, retryAfterMs: 0 };
  }
}

function logFailure(
  { log }: WaveDependencies,
  { name }: Pick<Rest, "name">,
  error: unknown,
): void {
  const isOurs = error instanceof PublicRequestError;
  log.warn("delivery failed", {
    subscriber: name,
    error: errorNameOf(error),
    ...(isOurs && { cause: error.message }),
  });
}
