import { isDeepStrictEqual } from "node:util";
import { ConfigurationError } from "../../shared/configuration-error.ts";
import { dayMs } from "../../shared/durations.ts";
import { employments } from "../../shared/employment/employments.ts";
import { SourceError } from "../../shared/source/source-error.ts";
import type { ReadTurn } from "../../shared/store/record-reads.ts";
import type { RecordLookup } from "../../shared/webhook/lookup.ts";
import { StepFailure, toStepFailure } from "../../shared/workflow/failure.ts";
import { acceptEvents, findAccepted } from "./accept-events.ts";
import { isEmployed } from "./decide-events.ts";
import type { EventsRun, ReadResult } from "./events-run.ts";
import { findLookup, type FoundLookup } from "./find-lookup.ts";
import { readStatements } from "./read-statements.ts";
import { dayOf } from "../../shared/person/word-of-event.ts";

/** A source that fails, and a configuration that is wrong, are tried again for this time. */
const patienceMs = dayMs;

/**
 * Step "read record": reads the record, and accepts the events that it means. Repeating it accepts no event twice. Reads
 * of one record never overlap.
 *
 * @param triedSinceMs - when the operation began to try
 */
export function readRecordInStep(
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
    // The time ends them.
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
  return store.recordReads.hold({ caller, recordId }, execution, (turn) =>
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
      const isDeleted = isDeletion(event.event);
      if (!isDeleted && nowMs() < triedSinceMs + lookup.retryMinutes * 60_000)
        throw new StepFailure("record-not-found", { retryable: true });
      const isGone = await isNotHere(run, lookup, turn, isDeleted);
      return { ledTo: [], reason: isGone ? "no-event" : "record-not-found" };
    }
    case "found":
      return acceptEvents(run, found, { ...reading, event }, turn);
  }
}

/**
 * Whether a record that the source does not show needs no attention: its employee has left, or the source says that it
 * deleted a record whose employee our store does not know.
 */
async function isNotHere(
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
  const { statements } = await readStatements(run, employeeId, ledTo);
  const holds = employments(statements, settings);
  if (holds.employments.length === 0) return isDeleted;
  return !isEmployed(holds, dayOf(nowMs(), settings.zone));
}

/** Whether the id of each record is the id of its employee too. */
function isEmployeeId({ id, map }: RecordLookup): boolean {
  const own = [{ from: id, of: "item" }];
  return isDeepStrictEqual(map.fields["/employeeId"], own);
}

/** Vendors name such an event `employee.deleted` or `person.deleted`. */
function isDeletion(event: string | undefined): boolean {
  return /delete|remove/i.test(event ?? "");
}

/** What a failure of an attempt means. A failed read is never a leaver and never a change. */
function toFailure(
  { nowMs }: EventsRun,
  triedSinceMs: number,
  error: unknown,
): unknown {
  const failure = failureOf(error);
  const { code } = failure;
  if (nowMs() >= triedSinceMs + patienceMs) return new StepFailure(code);
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
