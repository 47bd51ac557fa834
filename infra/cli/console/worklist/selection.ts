import * as z from "zod/mini";
import {
  type OperationFilter,
  operationFilterSchema,
  type Verb,
  verbBodySchema,
  verbRecords,
  verbSchema,
} from "../../../../functions/operations/contract.ts";
import { dayMs } from "../../../../shared/durations.ts";
import { validationMessages } from "../../../../shared/webhook/validation-issues.ts";
import { instantAt } from "../../../../shared/zoned-time.ts";
import { selectableStatuses } from "../../api/act-by-pages.ts";
import type { VerbRequest } from "../../api/client.ts";
import { unknownForm } from "../explain-error.ts";

const filterNames = z.keyof(
  z.omit(operationFilterSchema, { limit: true, cursor: true }),
).options;
export type FilterName = keyof OperationFilter;
/**
 * The filters of the worklist, as its form sends them, and its order. Dates are days in the operator's zone, and `until`
 * is the last day.
 */
export type WorklistQuery = Partial<Record<FilterName, string>>;

/** A page of the worklist puts up to four answers of the API together. */
export const worklistPage = { maxItems: 50, maxReads: 4 };

export function readWorklistQuery(parameters: URLSearchParams): WorklistQuery {
  const query: WorklistQuery = {};
  for (const name of filterNames) {
    const value = parameters.get(name)?.trim();
    if (value) query[name] = value;
  }
  return query;
}

export type WrongFilters = Partial<Record<string, string>>;

export function toApiFilter(
  query: WorklistQuery,
  zone: string,
): { filter: OperationFilter } | { wrong: WrongFilters } {
  const { since, until, ...others } = query;
  const parsed = operationFilterSchema.safeParse(
    {
      ...others,
      ...(since && { since: startOfDay(since, 0, zone) }),
      ...(until && { until: startOfDay(until, 1, zone) }),
    },
    validationMessages,
  );
  if (!parsed.success)
    return {
      wrong: Object.fromEntries(
        parsed.error.issues.map(({ path, message }) => [
          String(path[0]),
          message,
        ]),
      ),
    };
  const { limit: _limit, cursor: _cursor, ...filter } = parsed.data;
  return { filter };
}

/** The beginning of the day in the zone, `later` days after the given one. Other text stays as it is, to be refused. */
function startOfDay(day: string, later: number, zone: string): string {
  const atMs = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(atMs)
    ? day
    : new Date(instantAt(atMs + later * dayMs, zone)).toISOString();
}

/** How many operations one question is about at most, because each hundred takes a request. */
export const maxAsked = 1_000;

/** A verb and its operations: by their ids, or before the question by a filter. */
export type Selection = {
  verb: Verb;
  ids: string[];
  /** Whether it selects all operations that match the query, and not the ids. */
  isAll: boolean;
  query: WorklistQuery;
  /** The page of the worklist where the operations were selected. */
  cursor?: string | undefined;
  /** The moment of the question. The form after the question has it. */
  asOf?: string | undefined;
  /** What the operator has typed, not checked yet. */
  hours?: string | undefined;
  note?: string | undefined;
};

/** Reads what a form of the console sends. @throws HTTPException 400 if it names no verb of ours */
export function readSelection(parameters: URLSearchParams): Selection {
  const verb = verbSchema.safeParse(parameters.get("verb"));
  if (!verb.success) throw unknownForm("worklist");
  const ids = new Set(parameters.getAll("operation"));
  return {
    verb: verb.data,
    ids: [...ids].slice(0, maxAsked),
    isAll: parameters.get("all") === "1",
    query: readWorklistQuery(parameters),
    cursor: parameters.get("cursor") ?? undefined,
    asOf: parameters.get("asOf") ?? undefined,
    hours: parameters.get("hours") ?? undefined,
    note: parameters.get("note") ?? undefined,
  };
}

/** What the API gets with the verb. Undefined if the operator must correct it. */
export function verbRequestOf({
  verb,
  hours,
  note,
}: Selection): VerbRequest | undefined {
  const { field } = verbRecords[verb];
  return verbBodySchema.safeParse({
    ...(field === "note" && { note: note ?? "" }),
    ...(field === "hours" && hours && { hours: Number(hours) }),
  }).data;
}

/** Whether a verb can be used on all that match: only with a status in which some verb applies. */
export function isSelectable({ status }: WorklistQuery): boolean {
  return selectableStatuses.some((one) => one === status);
}
