import * as z from "zod/mini";
import {
  takeRules,
  templatedHireSchema,
} from "../../shared/person/templates.ts";
import type { Caller } from "../../shared/webhook/callers.ts";
import type { ValidEvent } from "../../shared/webhook/validate-event.ts";
import type { EventPreview } from "./contract.ts";
import {
  createUsageReader,
  type MatchDependencies,
  matchEvent,
} from "./match-event.ts";

const documentSchema = z.object({ data: z.unknown() });

/**
 * Creates the preview of the valid events of one request: names of fields and rules, never a value. It reads our store
 * only, and writes nothing. Only for a caller with `operate`, it compares an event with what our store knows.
 */
export function createPreview({ store, settings, nowMs }: MatchDependencies) {
  const usageOf = createUsageReader({ store, settings });
  return async function preview(
    event: ValidEvent,
    document: unknown,
    caller: Pick<Caller, "name" | "scopes" | "lookup">,
  ): Promise<EventPreview> {
    const { envelope, employeeId, effectiveAtMs } = event;
    const { type, data } = envelope;
    const { scopes, lookup } = caller;
    const fields = fieldsOf(documentSchema.parse(document).data);
    return {
      type,
      employeeId,
      fields,
      ...(type === "record.changed" && lookup && { source: lookup.source }),
      ...(effectiveAtMs !== undefined && {
        effectiveAt: new Date(effectiveAtMs).toISOString(),
      }),
      ...(type === "employee.hired" && {
        templates: takeRules(
          templatedHireSchema.parse(data.data),
          settings.templates,
        ).map(({ name }) => name),
      }),
      ...(scopes.includes("operate") && {
        match: await matchEvent(event, caller, fields, {
          store,
          settings,
          nowMs,
          usageOf,
        }),
      }),
    };
  };
}

/**
 * The fields that an event names, as JSON Pointers into its data: `/name/givenName`, and `/phones` for a whole list. An
 * avatar is one field. The schema of a valid event allows only names that need no escape in a JSON Pointer.
 */
function fieldsOf(data: unknown, parent = ""): string[] {
  const isOneField =
    typeof data !== "object" ||
    data === null ||
    Array.isArray(data) ||
    parent === "/avatar";
  return isOneField
    ? [parent]
    : Object.entries(data).flatMap(([name, value]) =>
        fieldsOf(value, `${parent}/${name}`),
      );
}
