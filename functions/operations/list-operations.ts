import type { Context } from "hono";
import { toCursor } from "../../shared/cursor.ts";
import type {
  OperationListQuery,
  OperatorLists,
} from "../../shared/store/operator-lists.ts";
import type { Caller } from "../../shared/webhook/callers.ts";
import {
  representOperation,
  seesAll,
} from "../../shared/webhook/represent-operation.ts";
import type { ValidationIssue } from "../../shared/webhook/problem.ts";
import { type OperationFilter, operationFilterSchema } from "./contract.ts";
import { foreignCursor, fromCursor } from "./cursor.ts";
import { invalid, readQuery } from "./read-request.ts";

/** Answers `GET /operations`: a page of the operations that the caller may see. */
export async function listOperations(
  c: Context,
  caller: Caller,
  lists: Pick<OperatorLists, "operations">,
  nowMs: () => number,
): Promise<Response> {
  const at = new Date(nowMs()).toISOString();
  const { limit, cursor, ...filter } = readQuery(c, operationFilterSchema);
  const issues = issuesOf(filter, caller);
  if (issues.length > 0) return invalid(c, issues);
  const isOfOthers =
    !seesAll(caller) && ![undefined, caller.name].includes(filter.caller);
  if (isOfOthers) return c.json({ at, operations: [] });
  const query = toListQuery({
    ...filter,
    caller: seesAll(caller) ? filter.caller : caller.name,
  });
  const place = fromCursor(cursor, query);
  const page = place && (await lists.operations(query, limit, place.position));
  if (!page) return invalid(c, [foreignCursor]);
  return c.json({
    at,
    operations: page.operations.map((one) => representOperation(one, caller)),
    next: page.next && toCursor(page.next, query),
  });
}

/** The filters as the store takes them. */
function toListQuery({
  since,
  until,
  ...filter
}: OperationFilter): OperationListQuery {
  return {
    ...filter,
    sinceMs: since === undefined ? undefined : Date.parse(since),
    untilMs: until === undefined ? undefined : Date.parse(until),
  };
}

/** Checks the filters in ways that no schema can. */
function issuesOf(
  { status, warning, order }: OperationFilter,
  caller: Caller,
): ValidationIssue[] {
  return [
    // A caller could find out by the filter what its answers do not show.
    warning !== undefined &&
      !seesAll(caller) && {
        pointer: "#/warning",
        detail: "needs the scope operate or observe",
      },
    order === "due" &&
      status !== "waiting" && {
        pointer: "#/order",
        detail: "due needs the status waiting",
      },
  ].filter((one) => one !== false);
}
