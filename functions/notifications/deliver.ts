import type { DurableContext } from "@aws/durable-execution-sdk-js";
import { minuteMs } from "../../shared/durations.ts";
import type { Steps } from "../../shared/workflow/steps.ts";
import type { CollectDependencies } from "./collect-page.ts";
import type { NoticeMessage } from "./contract.ts";
import type { PutEvents } from "./publish.ts";
import {
  type Attempted,
  type Rest,
  sendWave,
  type WaveDependencies,
} from "./send-wave.ts";

export type NotificationsDependencies = Omit<WaveDependencies, "outbox"> &
  Pick<CollectDependencies, "store"> & {
    putEvents: PutEvents;
    docsUrl: string;
    sleepMs: (ms: number) => Promise<unknown>;
    /** Uniform in [0, 1), for the jitter. */
    random: () => number;
  };

/** One round, with everything that its steps need. */
export type NotificationsRun = NotificationsDependencies & {
  steps: Steps;
  context: DurableContext;
};

/** The pauses before each of the ten attempts, about 75 hours in all (Standard Webhooks, "Deliverability"). */
const pausesSeconds = [
  0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
];
/** Longer than one attempt takes. What a round has not delivered by then is delivered by another one. */
export const deliveredWithinMs = 30 * minuteMs;
/** With it, an execution ends within five days, and Lambda allows it seven. */
const maxRetryAfterSeconds = 6 * 60 * 60;

type Delivery = Rest & {
  /** How many attempts were made. */
  attempts: number;
  /** When the next one is due. */
  dueAtMs: number;
};

/**
 * Sends the messages to each subscriber until it has taken all of them, or the attempts are used up. A subscriber that
 * is down does not delay the others: each wave sends to the subscribers that are due.
 */
export async function deliver(
  run: NotificationsRun,
  messages: readonly NoticeMessage[],
  {
    subscribers,
    parcels,
  }: { subscribers: readonly string[]; parcels: readonly string[] },
): Promise<void> {
  const { steps, context, nowMs, log, store } = run;
  let open: Delivery[] =
    messages.length === 0
      ? []
      : subscribers.map((name) => ({
          name,
          left: messages.map((_, index) => index),
          attempts: 0,
          dueAtMs: 0,
        }));
  for (let wave = 1; open.length > 0; wave++) {
    const dueAtMs = Math.min(...open.map((one) => one.dueAtMs));
    const due = open.filter((one) => one.dueAtMs <= dueAtMs);
    const others = open.filter((one) => !due.includes(one));
    const { next, atMs } = await steps.store(`deliver ${wave}`, async () => {
      const results = await sendWave(
        { ...run, outbox: store.outbox },
        due.map(({ name, left }) => ({ name, left })),
        messages,
      );
      const nowAtMs = nowMs();
      const left = due.flatMap((one, index) =>
        again(one, results[index], nowAtMs),
      );
      await note([...others, ...left].filter((one) => !isGivenUp(one)));
      return { next: left, atMs: nowAtMs };
    });
    const givenUp = next.filter(isGivenUp);
    if (givenUp.length > 0)
      await steps.store(`report ${wave}`, async () => {
        for (const { name, left } of givenUp)
          log.error("delivery given up", {
            subscriber: name,
            count: left.length,
          });
      });
    open = [...others, ...next.filter((one) => !isGivenUp(one))];
    if (open.length === 0) return;
    const nextAtMs = Math.min(...open.map((one) => one.dueAtMs));
    const seconds = Math.ceil((nextAtMs - atMs) / 1000);
    if (seconds > 0) await context.wait(`wait ${wave}`, { seconds });
  }

  /** Until when this round goes on with its parcels. If that cannot be noted, another round sends the messages again. */
  async function note(left: readonly Delivery[]): Promise<void> {
    const { outbox } = store;
    const nextAtMs = Math.min(...left.map((one) => one.dueAtMs));
    await Promise.all(
      parcels.map((one) =>
        left.length === 0
          ? outbox.unpack(one)
          : outbox.keep(one, nextAtMs + deliveredWithinMs),
      ),
    ).catch(() => undefined);
  }
}

function isGivenUp({ attempts }: Delivery): boolean {
  return attempts >= pausesSeconds.length;
}

/** The delivery after an attempt, if something is left. */
function again(
  { attempts: before }: Delivery,
  result: Attempted | undefined,
  atMs: number,
): Delivery[] {
  if (result === undefined || result.left.length === 0) return [];
  const { name, left, retryAfterMs } = result;
  const attempts = before + 1;
  const seconds = Math.max(
    pausesSeconds[attempts] ?? 0,
    Math.min(retryAfterMs / 1000, maxRetryAfterSeconds),
  );
  return [{ name, left, attempts, dueAtMs: atMs + seconds * 1000 }];
}
