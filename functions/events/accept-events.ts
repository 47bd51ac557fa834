import { createHash } from "node:crypto";
import type { Warning } from "../../shared/store/operation.ts";
import type { ReadTurn } from "../../shared/store/record-reads.ts";
import { operationIdOf } from "../../shared/webhook/delivery.ts";
import { payloadPointersOf } from "../../shared/webhook/field-map/payload-pointers.ts";
import { createIntake } from "../../shared/webhook/intake.ts";
import type { ValidationIssue } from "../../shared/webhook/problem.ts";
import { type DecidedType, decideEvents } from "./decide-events.ts";
import { useCaseEvents } from "./event.ts";
import type { EventsRun, ReadResult } from "./events-run.ts";
import type { FoundLookup } from "./find-lookup.ts";
import { mapRecordAs, readMeaning } from "./map-record.ts";
import { readSituation } from "./read-situation.ts";

/** Events that come before the one that carries the record. */
const earlierTypes = [
  "employee.termination_cancelled",
  "employee.resumed",
] as const satisfies DecidedType[];

/**
 * The delivery id of an event of a record. The one that carries the record comes last, whatever its type is: as soon as
 * it is accepted, the thin event is done, also if the record has changed since.
 */
function deliveryIdOf(operationId: string, type: DecidedType, isLast: boolean) {
  return `${operationId}#${isLast ? "record" : type}`;
}

/** The operations to which a thin event led, if the last of them is accepted. */
export async function findAccepted({
  operation: { id, caller },
  store: { operations },
}: EventsRun): Promise<string[] | undefined> {
  const last = operationIdOf(caller, deliveryIdOf(id, "employee.hired", true));
  if (!(await operations.get(last))) return undefined;
  const earlier = await Promise.all(
    earlierTypes.map(async (type) => {
      const found = operationIdOf(caller, deliveryIdOf(id, type, false));
      return (await operations.get(found)) ? [found] : [];
    }),
  );
  return [...earlier.flat(), last];
}

/** Decides which events a record means, and accepts them like those of a receiver: schema, scope, store, start. */
export async function acceptEvents(
  run: EventsRun,
  { caller, lookup, source }: FoundLookup,
  read: { record: unknown; event: unknown },
  turn: ReadTurn,
): Promise<ReadResult> {
  const { operation, store, zone, nowMs, log } = run;
  const { startMs } = turn;
  const data = { ...read, startMs, zone };
  const refuse = (ledTo: string[], issues: ValidationIssue[]): ReadResult => {
    log.warn("record invalid", {
      operationId: operation.id,
      caller: caller.name,
      source: source.name,
      issues: issues.map(({ pointer, detail }) => `${pointer} ${detail}`),
    });
    return { ledTo, reason: "record-invalid", warnings: warningsOf(issues) };
  };

  const meant = readMeaning(lookup.map, data);
  if (meant === undefined) return { ledTo: [], reason: "no-event" };
  if ("issues" in meant) return refuse([], meant.issues);
  const { meaning, employeeId } = meant;
  const situation = await readSituation(
    store,
    employeeId,
    caller.name,
    turn.ledTo,
  );
  const types = decideEvents(
    meaning,
    situation,
    caller.scopes.includes("update"),
  );

  // The start of the read may lie a moment ahead of this clock.
  const submit = createIntake(useCaseEvents(run.statusMaxLength), {
    ...run,
    nowMs: () => Math.max(nowMs(), startMs),
  });
  const ledTo: string[] = [];
  for (const [index, type] of types.entries()) {
    const mapped = mapRecordAs(lookup.map, type, data);
    if ("issues" in mapped) return refuse(ledTo, mapped.issues);
    const isLast = index === types.length - 1;
    const deliveryId = deliveryIdOf(operation.id, type, isLast);
    turn.requireTime();
    const result = await submit({
      caller,
      document: mapped.document,
      deliveryId,
      fingerprint: fingerprintOf(deliveryId, isLast ? startMs : 0),
    });
    switch (result.outcome) {
      case "accepted":
        ledTo.push(result.operation.id);
        break;
      case "conflict":
        // Another attempt, which was given up as lost, has accepted it.
        ledTo.push(operationIdOf(caller.name, deliveryId));
        break;
      case "forbidden":
        return { ledTo, reason: "scope-missing" };
      case "invalid":
        return refuse(
          ledTo,
          result.errors.flatMap((issue) =>
            toRecordIssues(issue, payloadPointersOf(lookup.map, issue.pointer)),
          ),
        );
    }
  }
  return ledTo.length > 0 ? { ledTo } : { ledTo, reason: "no-event" };
}

/**
 * Large data lies apart under the id and the fingerprint of its event, so the data of another read must not have the same
 * one. An event that has only an id is the same after each read.
 */
function fingerprintOf(deliveryId: string, startMs: number): string {
  return createHash("sha256")
    .update(`${deliveryId}\n${startMs}`)
    .digest("base64url");
}

function toRecordIssues(
  { pointer, detail }: ValidationIssue,
  recordPointers: string[],
): ValidationIssue[] {
  return recordPointers.length === 0
    ? [{ pointer, detail }]
    : recordPointers.map((one) => ({ pointer: one, detail }));
}

const maxWarnings = 20;

/** The pointers come from the map of the lookup, so they have no value of the record. */
function warningsOf(issues: readonly ValidationIssue[]): Warning[] {
  const pointers = [...new Set(issues.map(({ pointer }) => pointer))];
  return pointers
    .slice(0, maxWarnings)
    .map((about) => ({ about, reason: "record-invalid" }));
}
