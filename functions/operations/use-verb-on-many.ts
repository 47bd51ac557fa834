import type * as z from "zod/mini";
import type { Operation } from "../../shared/store/operation.ts";
import type { OperatorLists } from "../../shared/store/operator-lists.ts";
import type { BulkVerb } from "../../shared/store/verbs.ts";
import type { Caller } from "../../shared/webhook/callers.ts";
import {
  type bulkIdsSchema,
  type bulkResultSchema,
  type bulkSelectionSchema,
  maxPage,
  type VerbBody,
} from "./contract.ts";
import { fromCursor, toCursor } from "./cursor.ts";
import { toListQuery } from "./list-operations.ts";
import { useVerb, type VerbDependencies } from "./use-verb.ts";

type Result = z.infer<typeof bulkResultSchema>;
type Dependencies = VerbDependencies & {
  lists: Pick<OperatorLists, "operations">;
};

/** So many operations are changed at a time: each costs two or three requests to AWS. */
const atOnce = 10;
/** Nothing more is begun after this time, because a request has 28 s. The requests that have begun take 8 s at most. */
const budgetMs = 18_000;

/** Uses a verb on the operations with these ids. An operation that it does not reach in time is refused as `out-of-time`. */
export async function useVerbOnIds(
  verb: BulkVerb,
  { operations: ids, ...body }: z.infer<typeof bulkIdsSchema>,
  caller: Caller,
  dependencies: Dependencies,
): Promise<Result> {
  const { get } = dependencies.store.operations;
  const unique = [...new Set(ids)];
  const use = async (id: string) => {
    const operation = await get(id);
    return operation
      ? useOn(verb, operation, caller, body, dependencies)
      : { id, refusal: "not-found" };
  };
  const used = await inTime(unique, use, dependencies.nowMs);
  const rest = unique.slice(used.length);
  return toResult([
    ...used,
    ...rest.map((id) => ({ id, refusal: "out-of-time" })),
  ]);
}

/**
 * Uses a verb on a page of the operations of a selection that were confirmed: as they were at `asOf`, and at most
 * `limit` of them. It counts the others as left over. Undefined if the cursor is not of this selection.
 */
export async function useVerbOnSelection(
  verb: BulkVerb,
  selection: z.infer<typeof bulkSelectionSchema>,
  caller: Caller,
  dependencies: Dependencies,
): Promise<Result | undefined> {
  const { asOf, limit, cursor, hours, note, ...filter } = selection;
  const query = toListQuery(filter);
  const list = { ...query, asOf, limit };
  const place = cursor === undefined ? undefined : fromCursor(cursor, list);
  if (cursor !== undefined && place === undefined) return undefined;
  const page = await dependencies.lists.operations(
    query,
    maxPage,
    place?.position,
  );
  if (!page) return undefined;
  const { operations, next, positionAfter } = page;
  const triedBefore = place?.tried ?? 0;
  const asOfMs = Date.parse(asOf);
  const confirmed = operations
    .filter(({ updatedAtMs }) => updatedAtMs <= asOfMs)
    .slice(0, Math.max(0, limit - triedBefore));
  const used = await inTime(
    confirmed,
    (one) => useOn(verb, one, caller, { hours, note }, dependencies),
    dependencies.nowMs,
  );
  const untried = confirmed[used.length];
  const read = untried ? operations.indexOf(untried) : operations.length;
  const goesOnAt = untried ? positionAfter(read) : next;
  const tried = triedBefore + used.length;
  const left = read - used.length;
  // After the last confirmed one, the list is only read to tell whether any are left over.
  const isOver = tried >= limit && left > 0;
  return {
    ...toResult(used),
    leftOver: { count: left, isAtLeast: isOver && goesOnAt !== undefined },
    ...(goesOnAt && !isOver && { next: toCursor(goesOnAt, list, tried) }),
  };
}

type UsedOnOne = { id: string; refusal?: string };

async function useOn(
  verb: BulkVerb,
  operation: Operation,
  caller: Caller,
  body: VerbBody,
  dependencies: VerbDependencies,
): Promise<UsedOnOne> {
  const used = await useVerb(verb, operation, caller, body, dependencies);
  return "refusal" in used
    ? { id: operation.id, refusal: used.refusal }
    : { id: operation.id };
}

/** Handles the items in order, some at a time, until the budget is used up. Resolves to the results of the first items. */
async function inTime<T, R>(
  items: readonly T[],
  handle: (item: T) => Promise<R>,
  nowMs: () => number,
): Promise<R[]> {
  const untilMs = nowMs() + budgetMs;
  const results: R[] = [];
  while (results.length < items.length && nowMs() < untilMs) {
    const next = items.slice(results.length, results.length + atOnce);
    results.push(...(await Promise.all(next.map(handle))));
  }
  return results;
}

function toResult(used: readonly UsedOnOne[]): Result {
  return {
    changed: used.flatMap(({ id, refusal }) =>
      refusal === undefined ? [id] : [],
    ),
    refused: used.flatMap(({ id, refusal: reason }) =>
      reason === undefined ? [] : [{ id, reason }],
    ),
  };
}
