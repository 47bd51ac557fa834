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
 *     take ─> collect page ─> settle page ─> (next page) ─> close the round ─> deliver
 *
 * The next round begins when this one is closed, so it does not wait for a subscriber that is down.
 */
export function createNotifications(
  dependencies: NotificationsDependencies,
): (input: unknown, context: DurableContext) => Promise<void> {
  const { store, nowMs, random, log } = dependencies;
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
    const isTaken = await steps.store("take", async () => {
      const untilMs = await store.leases.take(roundLease, round, collectMs);
      return untilMs !== undefined;
    });
    // It was started so late that another one collects.
    if (isTaken) return;
    const run: NotificationsRun = { ...dependencies, steps, context };
    const { queued, subscribers } = await collect(run, round);
    await steps
      .store("close", () => store.leases.end(roundLease, round))
      .catch(goOn);
    await deliver(run, messagesOf(queued, dependencies.docsUrl), subscribers);
  };
}

/** The notices that this round delivers. A page that fails ends the collecting, and what is left of it stays due. */
async function collect(
  { steps, store, log, ...run }: NotificationsRun,
  round: string,
): Promise<{ queued: NoticeEntry[]; subscribers: string[] }> {
  const queued: NoticeEntry[] = [];
  const subscribers = new Set<string>();
  const dependencies: CollectDependencies = {
    store,
    publish: (notices) => publish({ ...run, log }, notices),
    subscriberNames: async () => Object.keys(await run.readSubscribers()),
    nowMs: run.nowMs,
    log,
  };
  async function collectFrom(from: Cursor | undefined, page: number) {
    const collected = await steps.store(
      `collect ${page}`,
      () => collectPage(dependencies, round, from),
      collecting,
    );
    // The history of the engine holds these notices now, so a crash loses none from here on. A part of a page that fails
    // may be settled, so all notices of the page are delivered.
    queued.push(...collected.queued);
    for (const name of collected.subscribers) subscribers.add(name);
    await steps.store(
      `settle ${page}`,
      async () => {
        await Promise.all(
          collected.progress.map((one) => store.outbox.settle(one)),
        );
      },
      collecting,
    );
    return collected.next;
  }
  try {
    let from: Cursor | undefined;
    for (let page = 1; page <= maxPages; page++) {
      from = await collectFrom(from, page);
      if (from === undefined) break;
    }
  } catch (error) {
    goOn(error);
  }
  return { queued, subscribers: [...subscribers] };
}

/** After a step that failed, the round still delivers what it has. The step has logged why. */
function goOn(error: unknown): void {
  if (!(error instanceof StepFailure)) throw error;
}
