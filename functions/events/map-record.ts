import { hasCome } from "../../shared/employment/timeline.ts";
import * as z from "zod/mini";
import {
  dateSchema,
  employeeIdSchema,
  zoneSchema,
  jsonObjectSchema,
} from "../../shared/fields.ts";
import { applyFieldMap } from "../../shared/webhook/field-map/apply-field-map.ts";
import type { FieldMap } from "../../shared/webhook/field-map/field-map.ts";
import type { ValidationIssue } from "../../shared/webhook/problem.ts";
import { askedTerms } from "../../shared/person/word-of-event.ts";
import { instantOf } from "../../shared/zoned-time.ts";
import type { DecidedType, CurrentRecord } from "./decide-events.ts";

/** A record as its source gave it, and what its map may use, too. */
export type ReadRecordData = {
  record: unknown;
  /** The data of the thin event. */
  event: unknown;
  /** When the read started, which is the time of all events of the record. */
  startMs: number;
  /** Where dates without a time begin and end: an IANA name. */
  zone: string;
};

/** An event that a map has made of a record, for the envelope parser. */
export type MappedDocument = {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
};

type MappedRecord = {
  document: MappedDocument;
  /** The record says that there is no last day. If it only does not name one, this is false. */
  saysNoLastDay: boolean;
};

type Issues = { issues: ValidationIssue[] };

/** The record as an event of this type, not validated yet. The issues have pointers into the record. */
export function mapRecordAs(
  map: FieldMap,
  type: DecidedType,
  { record, event, startMs, zone }: ReadRecordData,
): MappedRecord | Issues {
  const [mapped] = applyFieldMap(ofRecord(map, { value: type }), record, {
    nowMs: startMs,
    event,
    zone,
  });
  if (mapped === undefined || "ignored" in mapped) return { issues: [] };
  return "issues" in mapped
    ? { issues: mapped.issues }
    : {
        document: {
          ...mapped.envelope,
          data: jsonObjectSchema.parse(mapped.envelope.data),
        },
        saysNoLastDay: mapped.saysNoLastDay,
      };
}

/**
 * The map for one record. The read decides about the time and the id. The map takes a leaver without a last day for a
 * leaver here, because only `readMeaning` needs to know what the map of the caller makes of it.
 */
function ofRecord(
  { each: _, timestamp: __, deliveryId: ___, ...map }: FieldMap,
  type = map.type,
): FieldMap {
  return { ...map, type, leftWithoutLastDay: true };
}

const typeSchema = z.enum([
  "employee.hired",
  "employee.terminated",
  "employee.suspended",
]);
/** An invalid value is left out here. The check of the event names it. */
const date = z.catch(z.optional(dateSchema), undefined);
const factsSchema = z.object({
  startDate: date,
  lastDay: date,
  from: date,
  until: date,
  zone: z.catch(z.optional(zoneSchema), undefined),
  graceDays: z.catch(askedTerms.graceDays, undefined),
  disposition: z.catch(askedTerms.disposition, undefined),
});
const idSchema = z.object({ employeeId: employeeIdSchema });

type Meaning = Pick<
  CurrentRecord,
  "type" | "data" | "isAhead" | "withdraws"
> & { employeeId: string };

/** The type that the map derives from a record. Undefined if the map ignores the record. */
function typeOfRecord(
  map: FieldMap,
  { record, event, startMs: nowMs, zone }: ReadRecordData,
): { type: string } | Issues | undefined {
  // The zone decides whether a day is over. No other field must be valid for the type.
  const { "/zone": zoneField = [] } = map.fields;
  const typeOnly = ofRecord({ ...map, fields: { "/zone": zoneField } });
  const [typed] = applyFieldMap(typeOnly, record, { nowMs, event, zone });
  if (typed === undefined || "ignored" in typed) return undefined;
  return "issues" in typed
    ? { issues: typed.issues }
    : { type: typed.envelope.type };
}

/** What the current state of a record says, and about which employee. Undefined if the map ignores the record. */
export function readMeaning(
  map: FieldMap,
  read: ReadRecordData,
): Meaning | Issues | undefined {
  const { startMs: nowMs, zone } = read;
  const typed = typeOfRecord(map, read);
  if (typed === undefined || "issues" in typed) return typed;
  const type = typeSchema.safeParse(typed.type);
  if (!type.success) return { issues: [unknownType] };
  const mapped = mapRecordAs(map, type.data, read);
  if ("issues" in mapped) return mapped;
  const known = idSchema.safeParse(mapped.document.data);
  if (!known.success) return { issues: [noEmployee] };
  // Each type has its own days. A record of any type may name all of them.
  const named = typeSchema.options.map((one) => {
    const as = mapRecordAs(map, one, read);
    return "issues" in as ? {} : as.document.data;
  });
  const data = factsSchema.parse(Object.assign({}, ...named));
  const { lastDay, zone: own = zone } = data;
  const { saysNoLastDay } = mapped;
  const isLeaver = type.data === "employee.terminated";
  // As for an event that says it: without a last day, the employee stays, unless the map says that the day may lack.
  const stays = isLeaver && saysNoLastDay && !map.leftWithoutLastDay;
  return {
    ...known.data,
    type: stays ? "employee.termination_cancelled" : type.data,
    data,
    // Without a last day in the record, none is planned, unless the record hides its last days from us. If the map reads
    // no last day, the status of the record decides alone.
    withdraws:
      !Object.hasOwn(map.fields, "/lastDay") ||
      (map.withdrawLastDay === true &&
        (saysNoLastDay || lastDay !== undefined)),
    isAhead:
      lastDay !== undefined &&
      !hasCome({ dueMs: instantOf(lastDay, "end", own) }, nowMs),
  };
}

const unknownType: ValidationIssue = {
  pointer: "#/type",
  detail: `must be one of ${typeSchema.options.join(", ")}, or null: correct the map of the lookup`,
};
const noEmployee: ValidationIssue = {
  pointer: "#/data/employeeId",
  detail: "must be the id of an employee",
};
