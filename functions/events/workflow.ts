import type { DurableExecutionHandler } from "@aws/durable-execution-sdk-js";
import type {
  StartedOperation,
  WorkflowOutcome,
} from "../../shared/store/operation.ts";
import {
  beginOperation,
  executeAndLog,
} from "../../shared/workflow/create-workflow.ts";
import { readEventData } from "../../shared/workflow/read-event-data.ts";
import {
  type RateLimitOptions,
  reserveRetry,
  waitForReservation,
} from "../../shared/workflow/reserve-calls.ts";
import type { RecordLookup } from "../../shared/webhook/lookup.ts";
import { settle } from "../../shared/workflow/settle.ts";
import type {
  EventsRun,
  EventsWorkflowDependencies,
  ReadResult,
} from "./events-run.ts";
import { findLookup } from "./find-lookup.ts";
import { readRecordInStep } from "./read-record.ts";
import { recordChangedSchema } from "./record-changed.ts";

/**
 * The durable workflow of a thin event (decision 23). Its steps:
 *
 * 1. "find source" in our secrets, and "reserve calls" of the source, if it has a limit.
 * 2. "read record": reads the record, and accepts the events that it means as operations of their own.
 * 3. "record" the outcome. The operation of the last event does the work.
 *
 * Only the source decides how long it takes: the platform is not called, so its outages do not matter here.
 */
export function createEventsWorkflow(
  dependencies: EventsWorkflowDependencies,
): DurableExecutionHandler<unknown, void> {
  const { store } = dependencies;
  return async (input, context) => {
    // The source is known before the first call to it.
    let limit: RateLimitOptions | undefined;
    const begun = await beginOperation(input, context, store.operations, {
      ...dependencies,
      prepareRetry: async (failure) =>
        limit ? reserveRetry(limit, "other", failure) : failure,
    });
    if (!begun) return;
    const run = {
      ...dependencies,
      ...begun,
      readThinEvent: readEventData({ ...begun, store }, recordChangedSchema),
    };
    await executeAndLog("events", run, async () => {
      const settled = await settle(
        readFromSource(run, (found) => {
          limit = found;
        }),
      );
      const outcome = outcomeOf(
        run.operation,
        // An operator must decide about a record that could not be read, because the sender sends the event once.
        settled.ok
          ? settled.value
          : { ledTo: [], reason: settled.failure.code },
      );
      await run.steps.store("record", () =>
        store.operations.finish(run.operation, {
          ...outcome,
          steps: run.steps.taken,
        }),
      );
      return outcome;
    });
  };
}

/**
 * About how many calls the read makes: one, and one for the photo of a hire. A record that has led to no event is
 * probably that of a hire.
 */
async function countCalls(
  { operation, store }: EventsRun,
  { avatar = [] }: Pick<RecordLookup, "avatar">,
): Promise<number> {
  const { caller, employeeId: recordId } = operation;
  if (avatar.length === 0) return 1;
  return (await store.recordReads.hasLed({ caller, recordId })) ? 1 : 2;
}

async function readFromSource(
  run: EventsRun,
  onLimit: (limit: RateLimitOptions) => void,
): Promise<ReadResult> {
  const { steps, store, nowMs } = run;
  const { source, callsPerSecond, calls, triedSinceMs } = await steps.store(
    "find source",
    async () => {
      // The read finds it again, and says what is wrong.
      const found = await settle(findLookup(run));
      const triedSinceMs = nowMs();
      if (!found.ok) return { triedSinceMs };
      const { lookup, source } = found.value;
      const { name, callsPerSecond } = source;
      const calls = callsPerSecond ? await countCalls(run, lookup) : 1;
      return { source: name, callsPerSecond, calls, triedSinceMs };
    },
  );
  if (source !== undefined) {
    const limit = {
      store: { rateLimiter: store.rateLimiterOf(source) },
      callsPerSecond,
      nowMs,
      callee: "the source",
    };
    onLimit(limit);
    await waitForReservation(limit, run, "other", async () => calls);
  }
  return readRecordInStep(run, triedSinceMs);
}

/** The operation also names what the reads of its earlier executions led to, before an operator retried it. */
function outcomeOf(
  {
    sameAs,
    ledTo: earlier = sameAs === undefined ? [] : [sameAs],
  }: StartedOperation,
  { ledTo, reason, warnings = [] }: ReadResult,
): WorkflowOutcome {
  const all = [...new Set([...earlier, ...ledTo])];
  const outcome = {
    warnings,
    sameAs: all.at(-1),
    ...(all.length > 1 && { ledTo: all }),
  };
  if (reason === undefined) return { ...outcome, status: "succeeded" };
  return reason === "no-event"
    ? { ...outcome, status: "cancelled", reason }
    : { ...outcome, status: "needs_attention", reason };
}
