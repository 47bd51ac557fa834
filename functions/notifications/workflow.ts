import type { DurableContext } from "@aws/durable-execution-sdk-js";
import * as z from "zod/mini";
import { minuteMs } from "../../shared/durations.ts";
import type { Cursor } from "../../shared/dynamodb/table.ts";
import { roundLease } from "../../shared/store/outbox.ts";
import { StepFailure } from "../../shared/step-failure.ts";
import { createSteps, type Steps } from "../../shared/workflow/steps.ts";
import { type CollectDependencies, collectPage } from "./collect-page.ts";
import { deliver, deliveriesOf, type DeliveryDependencies } from "./deliver.ts";
import { messagesOf } from "./notice-message.ts";
import { publish, type PutEvents } from "./publish.ts";

type NotificationsDependencies = DeliveryDependencies & {
  putEvents: PutEvents;
  docsUrl: string;
  sleepMs: (ms: number) => Promise<unknown>;
  /** Uniform in [0, 1), for the jitter. */
  random: () => number;
};

const inputSchema = z.object({ round: z.string() });

/** With 50 items a page, 2,000 operations in a round. The next round takes the rest. */
const maxPages = 40;

/** Longer than a round collects. If the execution of a round is lost, the next round begins after this time. */
const collectMs = 20 * minuteMs;
/** About a quarter of an hour. If a page fails for longer, the notices of the earlier pages are delivered. */
const collecting = { maxAttempts: 10 };

/**
 * One round of notices:
 *
 *     take the round and collect page ─> settle page ─> (next page) ─> deliver
 *
 * The step that settles the last page closes the round. Then the next round begins, so that it does not wait for a slow
 * subscriber. Our store has the messages of a page until the subscribers have taken them. Each round delivers its own
 * messages, and messages of earlier rounds whose next attempt is due.
 */
export function createNotifications(
  dependencies: NotificationsDependencies,
): (input: unknown, context: DurableContext) => Promise<void> {
  const { nowMs, random, log } = dependencies;
  return async (input, context) => {
    const { round } = inputSchema.parse(input);
    const steps = createSteps({
      context,
      // The log names the round.
      operationId: round,
      nowMs,
      random,
      log,
    });
    const deliveries = await collect(dependencies, steps, round);
    if (deliveries.length > 0)
      await steps.store("deliver", async () => {
        await Promise.all(deliveries.map((id) => deliver(dependencies, id)));
      });
  };
}

/** Collects the pages. Resolves to the deliveries of this round. After a page that fails, the rest stays due. */
async function collect(
  run: NotificationsDependencies,
  steps: Steps,
  round: string,
): Promise<string[]> {
  const { outbox, leases } = run.store;
  const deliveries: string[] = [];
  const dependencies: CollectDependencies = {
    ...run,
    publish: (notices) => publish(run, notices),
  };
  const close = () => leases.end(roundLease, round);
  let from: Cursor | undefined;
  try {
    for (let page = 1; page <= maxPages; page++) {
      const collected = await steps.store(
        `collect ${page}`,
        async () => {
          const holderUntilMs =
            page === 1
              ? await leases.take(roundLease, round, collectMs)
              : undefined;
          // This round was started so late that another round has the lease, and collects.
          if (holderUntilMs !== undefined) return null;
          return collectPage(dependencies, round, from);
        },
        collecting,
      );
      if (!collected) break;
      const { progress, next, queued, subscribers } = collected;
      // A replay makes them with the same ids and another time. Only the ids count after the step that stores them.
      const made = deliveriesOf(
        `${round}#${page}`,
        messagesOf(queued, run.docsUrl),
        subscribers,
        run.nowMs(),
      );
      deliveries.push(...collected.deliveries, ...made.map(({ id }) => id));
      const isLast = next === undefined || page === maxPages;
      await steps.store(
        `settle ${page}`,
        async () => {
          // The messages are stored before the progress, so that a crash loses no notice.
          for (const one of made) await outbox.putDelivery(one);
          await Promise.all(progress.map((one) => outbox.settle(one)));
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
  return deliveries;
}

/** After a step that failed, the round still delivers what it has. The step has logged why. */
function goOn(error: unknown): void {
  if (!(error instanceof StepFailure)) throw error;
}
