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
import {
  type EventsRun,
  type EventsWorkflowDependencies,
  explainSourceError,
  findLookup,
  type FoundLookup,
  type ReadResult,
} from "./events-run.ts";
import { recordChangedSchema } from "./event.ts";
import { isDeepStrictEqual } from "node:util";
import { dayMs } from "../../shared/durations.ts";
import { timelineOf } from "../../shared/employment/timeline-of.ts";
import { SourceError } from "../../shared/source/source-error.ts";
import type { ReadTurn } from "../../shared/store/record-reads.ts";
import { toStepFailure } from "../../shared/workflow/failure.ts";
import { StepFailure } from "../../shared/step-failure.ts";
import { acceptEvents, findAccepted } from "./accept-events.ts";
import { isEmployed } from "./decide-events.ts";
import { findOpen, readStatements } from "./read-statements.ts";
import { dayOf } from "../../shared/person/word-of-event.ts";

/**
 * The durable workflow of a thin event (decision 23). Its steps:
 *
 * 1. "find source" in our secrets, and "reserve calls" of the source, if it has a limit.
 * 2. "read record": reads the record, and accepts the events that it means as operations of their own.
 * 3. "record" the outcome. The operation of the last event does the work.
 *
 * The platform is not called, so its outages do not matter here.
 */
export function createEventsWorkflow(
  dependencies: EventsWorkflowDependencies,
): DurableExecutionHandler<unknown, void> {
  const { store } = dependencies;
  return async (input, context) => {
    // Set after the step "find source", also in a replay, and before the first call to the source.
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
        // The sender sends the event once, so an operator must decide about a record that could not be read.
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

/** About how many calls the read makes. A record that has led to no event is probably a hire, and has a photo. */
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
      // If the lookup is wrong, the step "read record" fails with the reason.
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
      waitsFor: "the source",
    };
    onLimit(limit);
    await waitForReservation({ ...run, ...limit }, "other", async () => calls);
  }
  return readRecordInStep(run, triedSinceMs);
}

/** The outcome of the operation. It also names the operations of earlier executions, before an operator retried it. */
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

/** While a source fails, or our configuration is wrong, the read is tried again for this time. */
const patienceMs = dayMs;

/**
 * Step "read record": reads the record, and accepts the events that it means. Repeating it accepts no event twice.
 * Reads of one record never overlap.
 *
 * @param triedSinceMs - when the operation began to try
 */
function readRecordInStep(
  run: EventsRun,
  triedSinceMs: number,
): Promise<ReadResult> {
  return run.steps.idempotent(
    "read record",
    async () => {
      try {
        return await readInTurn(run, triedSinceMs);
      } catch (error) {
        throw toFailure(run, triedSinceMs, error);
      }
    },
    // `patienceMs` ends the attempts earlier.
    { maxAttempts: 2_000 },
  );
}

async function readInTurn(
  run: EventsRun,
  triedSinceMs: number,
): Promise<ReadResult> {
  const { operation, store } = run;
  const { caller, employeeId: recordId, execution } = operation;
  const found = await findLookup(run);
  return store.recordReads.takeTurn({ caller, recordId }, execution, (turn) =>
    readOnce(run, found, triedSinceMs, turn),
  );
}

async function readOnce(
  run: EventsRun,
  found: FoundLookup,
  triedSinceMs: number,
  turn: ReadTurn,
): Promise<ReadResult> {
  const { operation, sources, readThinEvent, nowMs, log } = run;
  const { id: operationId, caller, employeeId: recordId } = operation;
  // An attempt that was cut off may have accepted all events.
  const accepted = await findAccepted(run);
  if (accepted) return { ledTo: accepted };
  const event = await readThinEvent();
  const { lookup, source } = found;
  const reading = await sources
    .readRecord({ lookup, source, recordId })
    .catch((error: unknown) => {
      log.error("record not read", {
        operationId,
        caller,
        source: source.name,
        reason: failureOf(error).code,
      });
      throw error;
    });
  switch (reading.type) {
    case "differs":
      return { ledTo: [], reason: "record-of-another" };
    case "not-found": {
      const isDeleted = isDeletion(event.event);
      if (!isDeleted && nowMs() < triedSinceMs + lookup.retryMinutes * 60_000)
        throw new StepFailure("record-not-found", { retryable: true });
      const mayBeMissing = await isMissingAsKnown(run, lookup, turn, isDeleted);
      const reason = mayBeMissing ? "no-event" : "record-not-found";
      return { ledTo: [], reason };
    }
    case "found":
      return acceptEvents(run, found, { ...reading, event }, turn);
  }
}

/**
 * Whether a missing record needs no attention: its employee has left, or the source says that it deleted the record of
 * an employee who has never been employed.
 */
async function isMissingAsKnown(
  run: EventsRun,
  lookup: RecordLookup,
  { ledTo }: ReadTurn,
  isDeleted: boolean,
): Promise<boolean> {
  const { operation, store, settings, nowMs } = run;
  const [latest = ""] = ledTo.slice(-1);
  const employeeId =
    (await store.operations.get(latest))?.employeeId ??
    (isEmployeeId(lookup) ? operation.employeeId : undefined);
  if (employeeId === undefined) return false;
  const open = await findOpen(run, employeeId, ledTo);
  const { statements } = await readStatements(run, employeeId, open);
  const timeline = timelineOf(statements);
  if (timeline.employments.length === 0) return isDeleted;
  return !isEmployed(timeline, dayOf(nowMs(), settings.zone));
}

/** Whether the id of each record is the id of its employee too. */
function isEmployeeId({ id, map }: RecordLookup): boolean {
  const own = [{ from: id, of: "item" }];
  return isDeepStrictEqual(map.fields["/employeeId"], own);
}

/** Whether the sender's event is a deletion: vendors name it `employee.deleted` or `person.deleted`. */
function isDeletion(event: string | undefined): boolean {
  return /delete|remove/i.test(event ?? "");
}

/** The failure of an attempt, as the step retries it or ends with it. A failed read is never a leaver or a change. */
function toFailure(
  { nowMs }: EventsRun,
  triedSinceMs: number,
  error: unknown,
): unknown {
  return nowMs() >= triedSinceMs + patienceMs
    ? new StepFailure(failureOf(error).code)
    : explainSourceError(error);
}

function failureOf(error: unknown): StepFailure {
  return error instanceof SourceError
    ? new StepFailure(error.code, error)
    : toStepFailure(error);
}
