import {
  type BulkSelection,
  type BulkVerb,
  maxPage,
  type OperationFilter,
  type ShownOperation,
} from "../../../functions/operations/contract.ts";
import type { ApiClient, BulkResult, VerbRequest } from "./client.ts";

/** What an operator confirms: the operations that matched at a time, and at most so many of them. */
export type ConfirmedSelection = BulkSelection & {
  asOf: string;
  limit: number;
};

/** The operations with these ids, or those of a selection, from a cursor on. */
export type BulkTarget =
  | { ids: readonly string[] }
  | { selection: ConfirmedSelection; from?: string | undefined };

/** What became of the operations of one request, and what is left. */
export type BulkPage = Omit<BulkResult, "next" | "leftOver"> & {
  /** How many operations match that were not confirmed. */
  leftOver: LeftOver;
  /** Where the selection goes on. Undefined at its end, and for ids. */
  cursor: string | undefined;
  /** The ids that were not tried yet. */
  rest: string[];
};
type LeftOver = NonNullable<BulkResult["leftOver"]>;

export const noneLeft: LeftOver = { count: 0, isAtLeast: false };

type ListApi = { operations: Pick<ApiClient["operations"], "page"> };
type BulkApi = { operations: Pick<ApiClient["operations"], "actOnMany"> };

type ReadOptions = {
  maxItems: number;
  /** The API reads a bounded number of entries for one answer, so a filter that matches few leaves an answer short. */
  maxReads?: number;
  cursor?: string | undefined;
  /** Gets the number of operations that are found. */
  update?: (count: number) => void;
};

/** Reads the operations that match now, the newest first. The moment of that is by the API's clock. */
export async function readOperations(
  { operations: { page } }: ListApi,
  filter: OperationFilter,
  { maxItems, maxReads = Infinity, cursor, update }: ReadOptions,
): Promise<{
  operations: ShownOperation[];
  next: string | undefined;
  asOf: string;
}> {
  const operations: ShownOperation[] = [];
  let next = cursor;
  let asOf: string | undefined;
  for (let reads = 1; ; reads++) {
    const limit = Math.min(maxPage, maxItems - operations.length);
    const answer = await page(filter, { limit, cursor: next });
    operations.push(...answer.operations);
    update?.(operations.length);
    asOf ??= answer.at;
    next = answer.next;
    if (
      next === undefined ||
      operations.length >= maxItems ||
      reads >= maxReads
    )
      return { operations, next, asOf };
  }
}

/**
 * Uses a verb on many operations, page by page, until none is left. A repetition changes no operation twice, because a
 * changed one is not selected again. It can change others if the limit was below the number of matches.
 *
 * @throws as `actOnMany` of the API client, after the pages before
 */
export async function* actByPages(
  { operations: { actOnMany } }: BulkApi,
  verb: BulkVerb,
  target: BulkTarget,
  body: VerbRequest,
): AsyncGenerator<BulkPage> {
  if ("ids" in target) {
    let rest = [...target.ids];
    while (rest.length > 0) {
      const operations = rest.slice(0, maxPage);
      const { changed, refused } = await actOnMany(verb, {
        operations,
        ...body,
      });
      const untried = refused.filter(isUntried).map(({ id }) => id);
      rest = [...untried, ...rest.slice(maxPage)];
      const tried = refused.filter((one) => !isUntried(one));
      yield {
        changed,
        refused: tried,
        leftOver: noneLeft,
        cursor: undefined,
        rest,
      };
    }
    return;
  }
  const { selection, from } = target;
  let cursor = from;
  do {
    const {
      changed,
      refused,
      leftOver = noneLeft,
      next,
    } = await actOnMany(verb, { ...selection, ...body, cursor });
    cursor = next;
    yield { changed, refused, leftOver, cursor, rest: [] };
  } while (cursor !== undefined);
}

/** What is left over of two pages. */
export function addLeftOver(one: LeftOver, other: LeftOver): LeftOver {
  return {
    count: one.count + other.count,
    isAtLeast: one.isAtLeast || other.isAtLeast,
  };
}

/** The API had no time left for the operation. It tries some in each request. */
function isUntried({ reason }: BulkResult["refused"][number]): boolean {
  return reason === "out-of-time";
}
