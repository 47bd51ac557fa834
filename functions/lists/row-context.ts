import type { NameOrder } from "../../shared/person/full-name.ts";
import type { EventCaller } from "../../shared/rights-of-caller.ts";
import type { Parsed } from "../../shared/webhook/envelope.ts";
import type { FieldMap } from "../../shared/webhook/field-map/field-map.ts";
import type { RuleSettings } from "../events/config.ts";
import type { DecidedType } from "../events/decide-events.ts";

/** The caller in whose name the rows of a list count, and the map that reads them. */
export type ListSource = EventCaller & { map: FieldMap };

/** What is the same for all rows of a list. */
export type RowContext = {
  source: ListSource;
  asOfMs: number;
  /** When the record was changed. @default `asOfMs` */
  changedMs?: number;
  nowMs: number;
  settings: RuleSettings & {
    personOwns: readonly string[];
    nameOrder: NameOrder;
  };
  /** Reads an envelope, as the intake does. */
  parse: (document: unknown) => Parsed;
  lacksScope: (type: DecidedType | "employee.adopted") => boolean;
};

/** What the map reads: the row as a record, without a thin event. */
export function readingOf(record: unknown, { asOfMs, settings }: RowContext) {
  return { record, event: {}, startMs: asOfMs, zone: settings.zone };
}
