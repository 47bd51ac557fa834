import type { DurableContext } from "@aws/durable-execution-sdk-js";
import * as z from "zod/mini";
import { minuteMs } from "../../shared/durations.ts";
import type { Cursor } from "../../shared/dynamodb/table.ts";
import { roundLease } from "../../shared/store/outbox.ts";
import { StepFailure } from "../../shared/step-failure.ts";
import { createSteps } from "../../shared/workflow/steps.ts";
import { type CollectDependencies, collectPage } from "./collect-page.ts";
import {
  deliver,
  deliveredWithinMs,
  type NotificationsDependencies,
  type NotificationsRun,
} from "./deliver.ts";
import { messagesOf, type NoticeEntry } from "./notice-message.ts";
import { publish } from "./publish.ts";

const inputSchema = z.object({ round: z.string() });

/** With 50 items a page, 2,000 operations in a round. The next round takes the rest. */
const maxPages = 40;

/** Longer than the collecting takes. Should its execution be lost, the next round begins then. */
const collectMs = 20 * minuteMs;
/** About a quarter of an hour. A page that fails for longer must not keep back the notices of the earlier pages. */
const collecting = { maxAttempts: 10 };

/**
 * One round of notices:
 *
 *     take the round and collect page ─> settle page ─> (next page) ─> deliver
 *
 * The step that settles the last page closes the round. Then the next one begins, so it does not wait for a subscriber
 * that is down. What a page took is a parcel in our store until it is delivered: should the execution be stopped,
 * another round delivers it.
 */
export function createNotifications(
  dependencies: NotificationsDependencies,
): (input: unknown, context: DurableContext) => Promise<void> {
  const { nowMs, random, log } = dependencies;
  return async (input, context) => {
    const { round } = inputSchema.parse(input);
    const steps = createSteps({
      context,
      operationId: round,
      recordStep: async () => undefined,
      recordFailure: async () => undefined,
      prepareRetry: async (failure) => failure,
      nowMs,
      random,
      log,
    });
    const run: NotificationsRun = { ...dependencies, steps, context };
    const { queued, ...to } = await collect(run, round);
    await deliver(run, messagesOf(queued, dependencies.docsUrl), to);
  };
}

/** The notices that this round delivers. A page that fails ends the collecting, and what is left of it stays due. */
async function collect(
  { steps, store, log, ...run }: NotificationsRun,
  round: string,
): Promise<{
  queued: NoticeEntry[];
  subscribers: string[];
  parcels: string[];
}> {
  const queued: NoticeEntry[] = [];
  const parcels: string[] = [];
  const subscribers = new Set<string>();
  const dependencies: CollectDependencies = {
    store,
    publish: (notices) => publish({ ...run, log }, notices),
    subscriberNames: async () => Object.keys(await run.readSubscribers()),
    nowMs: run.nowMs,
    log,
  };
  const close = () => store.leases.end(roundLease, round);
  let from: Cursor | undefined;
  try {
    for (let page = 1; page <= maxPages; page++) {
      const collected = await steps.store(
        `collect ${page}`,
        async () => {
          const isTaken =
            page === 1 &&
            (await store.leases.take(roundLease, round, collectMs)) !==
              undefined;
          // It was started so late that another one collects.
          if (isTaken) return null;
          return collectPage(dependencies, round, from);
        },
        collecting,
      );
      if (!collected) break;
      // The history of the engine holds these notices now, so a crash loses none from here on. A part of a page that
      // fails may be settled, so all notices of the page are delivered.
      queued.push(...collected.queued);
      for (const name of collected.subscribers) subscribers.add(name);
      const { progress, taken, next } = collected;
      const parcel = `${round}#${page}`;
      if (taken.length > 0) parcels.push(parcel);
      const isLast = next === undefined || page === maxPages;
      await steps.store(
        `settle ${page}`,
        async () => {
          const { outbox } = store;
          if (taken.length > 0)
            await outbox.pack(parcel, taken, run.nowMs() + deliveredWithinMs);
          await Promise.all([
            ...progress.map((one) => outbox.settle(one)),
            ...collected.parcels.map((one) => outbox.unpack(one)),
          ]);
          if (isLast) await close();
        },
        collecting,
      );
      if (isLast) break;
      from = next;
    }
  } catch (error) {
    goOn(error);
    await steps.store("close", close).catch(goOn);
  }
  return { queued, subscribers: [...subscribers], parcels };
}

/** After a step that failed, the round still delivers what it has. The step has logged why. */
function goOn(error: unknown): void {
  if (!(error instanceof StepFailure)) throw error;
}
