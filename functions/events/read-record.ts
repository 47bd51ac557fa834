import { ConfigurationError } from "../../shared/configuration-error.ts";
import { SourceError } from "../../shared/source/source-error.ts";
import type { Employee } from "../../shared/store/employee.ts";
import type { ReadTurn } from "../../shared/store/record-reads.ts";
import { StepFailure, toStepFailure } from "../../shared/workflow/failure.ts";
import { acceptEvents, findAccepted } from "./accept-events.ts";
import type { EventsRun, ReadResult } from "./events-run.ts";
import { findLookup, type FoundLookup } from "./find-lookup.ts";

/** A source that fails, and a configuration that is wrong, are tried again for this time. */
const patienceMs = 24 * 60 * 60_000;

/**
 * Step "read record": reads the record, and accepts the events that it means. Repeating it accepts no event twice. Reads
 * of one record never overlap.
 *
 * @param sinceMs - when the operation began to try
 */
export function readRecordInStep(
  run: EventsRun,
  sinceMs: number,
): Promise<ReadResult> {
  return run.steps.idempotent(
    "read record",
    async () => {
      try {
        return await readInTurn(run, sinceMs);
      } catch (error) {
        throw toFailure(run, sinceMs, error);
      }
    },
    // The time ends them.
    { maxAttempts: 2_000 },
  );
}

async function readInTurn(
  run: EventsRun,
  sinceMs: number,
): Promise<ReadResult> {
  const { operation, store } = run;
  const { caller, employeeId: recordId, execution } = operation;
  const found = await findLookup(run);
  return store.recordReads.hold({ caller, recordId }, execution, (turn) =>
    readOnce(run, found, sinceMs, turn),
  );
}

async function readOnce(
  run: EventsRun,
  found: FoundLookup,
  sinceMs: number,
  turn: ReadTurn,
): Promise<ReadResult> {
  const { operation, sources, readThinEvent, nowMs, log } = run;
  const { id: operationId, caller, employeeId: recordId } = operation;
  // An attempt that was cut off may have accepted all of them.
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
      if (await isGone(run, event.event))
        return { ledTo: [], reason: "no-event" };
      const mayAppear =
        !isDeletion(event.event) &&
        nowMs() < sinceMs + lookup.retryMinutes * 60_000;
      if (mayAppear)
        throw new StepFailure("record-not-found", { retryable: true });
      return { ledTo: [], reason: "record-not-found" };
    }
    case "found":
      return acceptEvents(run, found, { ...reading, event }, turn);
  }
}

const goneStates: readonly Employee["state"][] = ["kept", "deleting", "left"];

/**
 * Whether a record that the source does not show needs no attention: its employee has left, or the source says that it
 * deleted a record whose employee our store does not know.
 */
async function isGone(
  { operation, store }: EventsRun,
  event: string | undefined,
): Promise<boolean> {
  const known = await store.employees.get(operation.employeeId);
  return known === undefined
    ? isDeletion(event)
    : goneStates.includes(known.state);
}

/** Vendors name such an event `employee.deleted` or `person.deleted`. */
function isDeletion(event: string | undefined): boolean {
  return /delete|remove/i.test(event ?? "");
}

/** What a failure of an attempt means. A failed read is never a leaver and never a change. */
function toFailure(
  { nowMs }: EventsRun,
  sinceMs: number,
  error: unknown,
): unknown {
  const failure = failureOf(error);
  const { code } = failure;
  if (nowMs() >= sinceMs + patienceMs) return new StepFailure(code);
  if (!(error instanceof SourceError)) return error;
  // Only a correction of our configuration ends it, which may come while it is tried.
  if (code === "source-refused" || code === "source-misconfigured")
    return new ConfigurationError(code, error.message);
  return failure;
}

function failureOf(error: unknown): StepFailure {
  return error instanceof SourceError
    ? new StepFailure(error.code, error)
    : toStepFailure(error);
}
