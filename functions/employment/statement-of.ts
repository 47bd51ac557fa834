import * as z from "zod/mini";
import type { Word } from "../../shared/employment/statement.ts";
import {
  personChangeOf,
  personChangeSchema,
} from "../../shared/person/person-patch.ts";
import {
  askedTerms,
  type SaidEvent,
  wordOfEvent,
  type WordSettings,
} from "../../shared/person/word-of-event.ts";
import type { Warning } from "../../shared/store/operation.ts";
import { saidFieldsOf } from "../../shared/person/said-fields.ts";

/** What a statement takes from the operation. The fields and data are those of its event. */
type SaidOperation = Omit<SaidEvent, "fields" | "data">;

/** A hire says more fields than a change. They count as said, whatever they contain. */
const hireSchema = z.extend(personChangeSchema, {
  tasks: z.optional(z.unknown()),
  streams: z.optional(z.unknown()),
  zone: z.optional(z.unknown()),
});

/** The parts of an event's data that can lead to a warning. */
const warnedSchema = z.object({
  ...askedTerms,
  manager: z.optional(z.unknown()),
});

/**
 * What an event says about the employment.
 *
 * @param data - the data of the event, as our store keeps it
 * @throws RangeError for a type that says nothing about it
 */
export function statementOf(
  operation: SaidOperation,
  data: unknown,
  settings: WordSettings,
): Word {
  const fields = fieldsSaid(operation, data);
  const statement = wordOfEvent({ ...operation, fields, data }, settings);
  if (statement) return statement;
  throw new RangeError("the event says nothing about the employment");
}

function fieldsSaid({ type }: SaidOperation, data: unknown): string[] {
  switch (type) {
    case "employee.hired":
      return saidFieldsOf(hireSchema.parse(data));
    case "employee.changed":
      return saidFieldsOf(personChangeOf(data));
    default:
      return [];
  }
}

/** What an event asks for that the settings or the platform do not allow. */
export function warningsOf(
  statement: Word,
  data: unknown,
  settings: WordSettings,
): Warning[] {
  const asked = warnedSchema.parse(data);
  if (statement.kind === "changed")
    return asked.manager === undefined
      ? []
      : [{ about: "/manager", reason: "not-supported-by-platform" }];
  if (statement.kind !== "terminated") return [];
  const { disposition, graceDays } = statement.terms;
  if (disposition === "disable")
    return asked.disposition === "delete"
      ? [{ about: "/disposition", reason: "deletion-not-allowed" }]
      : [];
  return graceDays > (asked.graceDays ?? settings.graceDays)
    ? [{ about: "/graceDays", reason: "grace-raised" }]
    : [];
}
