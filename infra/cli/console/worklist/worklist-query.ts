import {
  type OperationFilter,
  operationFilterSchema,
} from "../../../../functions/operations/contract.ts";

/** The filters of the worklist, as its form sends them. Dates are days in UTC, and `until` is the last day. */
export const filterNames = [
  "status",
  "reason",
  "type",
  "employeeId",
  "caller",
  "since",
  "until",
] as const;
export type FilterName = (typeof filterNames)[number];
export type WorklistQuery = Partial<Record<FilterName, string>>;

/** Reads the filters that have a value. */
export function readWorklistQuery(parameters: URLSearchParams): WorklistQuery {
  const query: WorklistQuery = {};
  for (const name of filterNames) {
    const value = parameters.get(name)?.trim();
    if (value) query[name] = value;
  }
  return query;
}

type ApiFilter = Omit<OperationFilter, "limit" | "cursor">;

/** The filter for the API, or the names of the fields that are not valid. */
export function toApiFilter(
  query: WorklistQuery,
): { filter: ApiFilter } | { wrong: string[] } {
  const { since, until, ...others } = query;
  const parsed = operationFilterSchema.safeParse({
    ...others,
    ...(since && { since: startOfDay(since, 0) }),
    ...(until && { until: startOfDay(until, 1) }),
  });
  if (!parsed.success)
    return { wrong: parsed.error.issues.map(({ path }) => String(path[0])) };
  const { limit: _limit, cursor: _cursor, ...filter } = parsed.data;
  return { filter };
}

/** The beginning of the day in UTC, `later` days after the given one. Other text stays as it is, to be refused. */
function startOfDay(day: string, later: number): string {
  const atMs = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(atMs)
    ? day
    : new Date(atMs + later * 86_400_000).toISOString();
}
