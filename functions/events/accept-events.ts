import type {
  StartedOperation,
  Warning,
} from "../../shared/store/operation.ts";
import {
  maxEventsOfRead,
  type ReadTurn,
} from "../../shared/store/record-reads.ts";
import { fingerprintOf } from "../../shared/fingerprint.ts";
import { operationIdOf } from "../../shared/webhook/delivery.ts";
import { toPayloadIssues } from "../../shared/webhook/field-map/payload-pointers.ts";
import { createIntake } from "../../shared/webhook/intake.ts";
import type { ValidationIssue } from "../../shared/webhook/problem.ts";
import { type DecidedType, decideEvents } from "./decide-events.ts";
import { useCaseEvents } from "./event.ts";
import type { EventsRun, FoundLookup, ReadResult } from "./events-run.ts";
import { readAvatarOfHire } from "./look-up-avatar.ts";
import { type MappedDocument, mapRecordAs, readMeaning } from "./map-record.ts";
import { findOpen, readStatements } from "./read-statements.ts";

/** The types of events that may come before the last event of a record. */
const earlierTypes = [
  "employee.termination_cancelled",
  "employee.resumed",
  "employee.hired",
  "employee.changed",
  "employee.suspended",
] as const satisfies DecidedType[];

/** The delivery id of the last event of a record, of any type. When it is accepted, the thin event is done. */
function deliveryIdOfLast({ id }: Pick<StartedOperation, "id">) {
  return `${id}#record`;
}

/** The delivery id of an event before the last one. If an operator retries the operation, the event counts again. */
function deliveryIdOfEarlier(
  { id, execution }: Pick<StartedOperation, "id" | "execution">,
  type: DecidedType,
) {
  return `${id}#${execution}#${type}`;
}

/** The operations to which a thin event led, if the last of them is accepted. */
export async function findAccepted(
  run: EventsRun,
): Promise<string[] | undefined> {
  const { operation, store } = run;
  const last = operationIdOf(operation.caller, deliveryIdOfLast(operation));
  if (!(await store.operations.get(last))) return undefined;
  return [...(await findEarlier(run, earlierTypes)), last];
}

/** The operations of earlier events of these types that this execution has accepted. */
async function findEarlier(
  { operation, store: { operations } }: EventsRun,
  types: readonly DecidedType[],
): Promise<string[]> {
  const found = await Promise.all(
    types.map(async (type) => {
      const earlier = operationIdOf(
        operation.caller,
        deliveryIdOfEarlier(operation, type),
      );
      return (await operations.get(earlier)) ? [earlier] : [];
    }),
  );
  return found.flat();
}

/** Decides which events a record means, and accepts them as a receiver does: schema, scope, store, start. */
export async function acceptEvents(
  run: EventsRun,
  found: FoundLookup,
  read: { record: unknown; event: unknown },
  turn: ReadTurn,
): Promise<ReadResult> {
  const { caller, lookup } = found;
  const input = { ...read, startMs: turn.startMs, zone: run.settings.zone };
  const meaning = readMeaning(lookup.map, input);
  if (meaning === undefined) return { ledTo: [], reason: "no-event" };
  if ("issues" in meaning) return refuse(run, found, meaning.issues);
  const { employeeId } = meaning;
  const open = await findOpen(run, employeeId, turn.ledTo);
  const known = await readStatements(run, employeeId, open);
  const types = decideEvents(
    { ...meaning, caller, atMs: turn.startMs },
    { ...known, settings: run.settings, nowMs: turn.startMs },
  );
  if (types === "rehire-unclear") return { ledTo: [], reason: types };
  const acceptEvent = createAcceptEvent(run, found, turn);
  const ledTo: string[] = [];
  const warnings: Warning[] = [];
  for (const [index, type] of types.entries()) {
    // The events of one read count one after the other.
    const startMs = turn.startMs + index;
    const mapped = mapRecordAs(lookup.map, type, { ...input, startMs });
    if ("issues" in mapped)
      return { ...refuse(run, found, mapped.issues), ledTo };
    const event = await withAvatar(run, found, type, mapped.document);
    if (event.warning) warnings.push(event.warning);
    const result = await acceptEvent(
      type,
      event.document,
      index === types.length - 1,
    );
    if ("id" in result) ledTo.push(result.id);
    else return { ...result, ledTo };
  }
  // An attempt that was cut off may have accepted events of other types, before the record changed.
  const decided = types.slice(0, -1);
  const others = earlierTypes.filter((type) => !decided.includes(type));
  const all = [...(await findEarlier(run, others)), ...ledTo];
  return all.length > 0
    ? { ledTo: all, warnings }
    : { ledTo: all, reason: "no-event" };
}

/** Creates the function that hands one event of a read to the intake. */
function createAcceptEvent(run: EventsRun, found: FoundLookup, turn: ReadTurn) {
  const { operation, nowMs, statusMaxLength, settings } = run;
  const { caller, lookup } = found;
  const { startMs } = turn;
  const takeIn = createIntake(useCaseEvents(statusMaxLength), {
    ...run,
    zone: settings.zone,
    // The times of the events may lie a moment ahead of this clock.
    nowMs: () => Math.max(nowMs(), startMs + maxEventsOfRead),
  });
  return async (
    type: DecidedType,
    document: unknown,
    isLast: boolean,
  ): Promise<{ id: string } | ReadResult> => {
    const deliveryId = isLast
      ? deliveryIdOfLast(operation)
      : deliveryIdOfEarlier(operation, type);
    turn.requireTime();
    const result = await takeIn({
      caller,
      document,
      deliveryId,
      // Not of the document, because the record may have changed since an attempt that was cut off.
      fingerprint: fingerprintOf(deliveryId),
    });
    switch (result.outcome) {
      case "accepted":
        return { id: result.operation.id };
      case "conflict":
        throw new Error("one delivery id has two fingerprints of itself");
      case "forbidden":
        return { ledTo: [], reason: "scope-missing" };
      case "invalid":
        return refuse(
          run,
          found,
          result.errors.flatMap((issue) => toPayloadIssues(lookup.map, issue)),
        );
    }
  };
}

/** Adds the avatar that the source has to the event of a hire, unless the record has an avatar itself. */
async function withAvatar(
  run: EventsRun,
  { lookup, source }: FoundLookup,
  type: DecidedType,
  document: MappedDocument,
): Promise<{ document: MappedDocument; warning?: Warning }> {
  if (type !== "employee.hired" || !lookup.avatar || "avatar" in document.data)
    return { document };
  const recordId = run.operation.employeeId;
  const { base64, warning } = await readAvatarOfHire(run, {
    lookup,
    source,
    recordId,
  });
  return {
    document:
      base64 === undefined
        ? document
        : { ...document, data: { ...document.data, avatar: { base64 } } },
    ...(warning && { warning }),
  };
}

/** Logs what is wrong with a record, and adds warnings. They have pointers of the map, and no value. */
function refuse(
  { operation, log }: EventsRun,
  { caller, source }: FoundLookup,
  issues: readonly ValidationIssue[],
): ReadResult {
  log.warn("record invalid", {
    operationId: operation.id,
    caller: caller.name,
    source: source.name,
    issues: issues.map(({ pointer, detail }) => `${pointer} ${detail}`),
  });
  const pointers = [...new Set(issues.map(({ pointer }) => pointer))];
  const warnings = pointers
    .slice(0, maxWarnings)
    .map((about): Warning => ({ about, reason: "record-invalid" }));
  return { ledTo: [], reason: "record-invalid", warnings };
}

const maxWarnings = 20;
