import * as z from "zod/mini";
import { dayMs } from "../durations.ts";
import type { Day, Named, Terms, Word } from "../employment/statement.ts";
import type { StoredEventType } from "../event-types.ts";
import {
  type Disposition,
  dispositions,
  type Operation,
} from "../store/operation.ts";
import { type EventCaller, rightsOfCaller } from "../rights-of-caller.ts";
import { clockAt, instantOf } from "../zoned-time.ts";

/** The settings that say what an event leaves open, and how it counts. A later change of them does not concern it. */
export type WordSettings = {
  /** An IANA name. */
  zone: string;
  leaverDisposition: Disposition;
  graceDays: number;
  minGraceDays: number;
  repeatedHire: "report" | "update";
  rehireWithoutStartDate: "report" | "accept";
};

/** The types of the events that say something about the employment. */
type EmploymentEventType = Exclude<
  StoredEventType,
  "record.changed" | "status.set" | "status.show"
>;

/** What an event says about the employment, before it is a statement. */
export type SaidEvent = Pick<
  Operation,
  | "id"
  | "caller"
  | "type"
  | "eventAtMs"
  | "effectiveAtMs"
  | "mayOffboard"
  | "mayUpdate"
  | "byProvider"
> & {
  /** The names of the fields that it sets or clears, as JSON Pointers. */
  fields?: string[];
  /** The data of the event. Undefined if it was erased: then only `effectiveAtMs` says which day the event names. */
  data: unknown;
};

const optionalText = z.optional(z.nullable(z.string()));

/** What a termination may ask for. */
export const askedTerms = {
  graceDays: z.optional(z.number()),
  disposition: z.optional(z.enum(dispositions)),
};

/** The fields of the data that decide about the employment, of all types of events. */
export const saidDataSchema = z.object({
  startDate: optionalText,
  lastDay: optionalText,
  from: optionalText,
  until: optionalText,
  effectiveDate: optionalText,
  zone: optionalText,
  ...askedTerms,
});
export type SaidData = z.infer<typeof saidDataSchema>;

/** What a caller would say now with an event that is not accepted yet. */
export function wordOfCaller(
  caller: EventCaller,
  event: Pick<SaidEvent, "id" | "eventAtMs" | "data" | "fields"> & {
    type: EmploymentEventType;
  },
  settings: WordSettings,
): Word {
  return wordOfEvent({ ...event, ...rightsOfCaller(caller) }, settings);
}

/** The event as a statement of the rules of the employment. Undefined if its type says nothing about the employment. */
export function wordOfEvent(
  event: SaidEvent & { type: EmploymentEventType },
  settings: WordSettings,
): Word;
export function wordOfEvent(
  event: SaidEvent,
  settings: WordSettings,
): Word | undefined;
export function wordOfEvent(
  event: SaidEvent,
  settings: WordSettings,
): Word | undefined {
  const { id, type, caller, eventAtMs: atMs, fields = [] } = event;
  const { mayOffboard = false, mayUpdate = false } = event;
  const data: SaidData = saidDataSchema.parse(event.data ?? {});
  const zone = data.zone ?? settings.zone;
  const named = (date: string | null | undefined, edge: "start" | "end") =>
    date ? namedOf(date, edge, zone) : undefined;
  /** The day on which the event falls due. Our store knows it also after the data was erased. */
  const due = (date: string | null | undefined, edge: "start" | "end") =>
    event.data === undefined
      ? namedAt(event.effectiveAtMs, edge, zone)
      : named(date, edge);
  const said = {
    id,
    atMs,
    ownDay: dayOf(atMs, zone),
    caller,
    ...(event.byProvider && { byProvider: true as const }),
  };
  switch (type) {
    case "employee.hired": {
      const start = due(data.startDate, "start");
      const updates = mayUpdate && settings.repeatedHire === "update";
      const opens = !start && settings.rehireWithoutStartDate === "accept";
      return {
        ...said,
        kind: "hired",
        mayOffboard,
        mayUpdate,
        ...(updates && { updatesAsRepetition: true }),
        ...(opens && { opensWithoutStart: true }),
        fields,
        ...(start && { start }),
      };
    }
    case "employee.adopted":
      return { ...said, kind: "adopted", mayOffboard };
    case "employee.changed": {
      const effective = due(data.effectiveDate, "start");
      return {
        ...said,
        kind: "changed",
        fields,
        ...(effective && { effective }),
      };
    }
    case "employee.suspended": {
      const from = due(data.from, "start");
      const until = named(data.until, "end");
      return {
        ...said,
        kind: "suspended",
        ...(from && { from }),
        ...(until && { until }),
      };
    }
    case "employee.resumed":
      return { ...said, kind: "resumed" };
    case "employee.terminated": {
      const lastDay = due(data.lastDay, "end");
      const isUsual = (data.disposition ?? data.graceDays) === undefined;
      return {
        ...said,
        kind: "terminated",
        terms: termsOf(data, settings),
        ...(isUsual && { hasUsualTerms: true }),
        ...(lastDay && { lastDay }),
      };
    }
    case "employee.termination_cancelled":
      return { ...said, kind: "termination_cancelled" };
    default:
      return undefined;
  }
}

/** The day of an instant on the clocks of a zone. */
export function dayOf(instantMs: number, zone: string): Day {
  return Math.floor(clockAt(instantMs, zone) / dayMs);
}

/** The day of an instant of which only the milliseconds are known. A day ends as the next one begins. */
function namedAt(
  dueMs: number | undefined,
  edge: "start" | "end",
  zone: string,
): Named | undefined {
  if (dueMs === undefined) return undefined;
  return { day: dayOf(edge === "end" ? dueMs - 1 : dueMs, zone), dueMs };
}

/** A date-time counts by its day at its own offset. */
function namedOf(date: string, edge: "start" | "end", zone: string): Named {
  const day = Date.parse(date.slice(0, "2026-01-31".length)) / dayMs;
  return { day, dueMs: instantOf(date, edge, zone) };
}

/** An event can only weaken the settings: it can keep a person, and it can lengthen the grace period. */
function termsOf(
  { disposition, graceDays }: SaidData,
  settings: WordSettings,
): Terms {
  const isKept =
    disposition === "disable" || settings.leaverDisposition === "disable";
  return {
    disposition: isKept ? "disable" : "delete",
    graceDays: Math.max(graceDays ?? settings.graceDays, settings.minGraceDays),
  };
}
