import {
  type BulkVerb,
  maxPage,
  type SelectableStatus,
} from "../../../functions/operations/contract.ts";
import type { ApiClient, BulkResult, VerbRequest } from "./client.ts";

/** All operations that match these filters. */
export type BulkSelection = {
  status: SelectableStatus;
  reason?: string | undefined;
  type?: string | undefined;
};

/** The operations with these ids, or at most `maxItems` operations of a selection, from a cursor on. */
export type BulkTarget =
  | { ids: readonly string[] }
  | {
      selection: BulkSelection;
      from?: string | undefined;
      maxItems?: number | undefined;
    };

/** What became of the operations of one request, and what is left. */
export type BulkPage = Omit<BulkResult, "next"> & {
  /** Where the selection goes on. Undefined at its end, and for ids. */
  cursor: string | undefined;
  /** The ids that were not tried yet. */
  rest: string[];
};

type BulkApi = { operations: Pick<ApiClient["operations"], "actOnMany"> };

/**
 * Uses a verb on many operations, page by page, until none is left. To repeat it is harmless: a changed operation is not
 * selected again.
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
      yield { changed, refused: tried, cursor: undefined, rest };
    }
    return;
  }
  const { selection, from, maxItems = Infinity } = target;
  let left = maxItems;
  let cursor = from;
  do {
    const { changed, refused, next } = await actOnMany(verb, {
      ...selection,
      ...body,
      cursor,
      limit: Math.min(left, maxPage),
    });
    left -= changed.length + refused.length;
    cursor = next;
    yield { changed, refused, cursor, rest: [] };
  } while (cursor !== undefined && left > 0);
}

/** The API had no time left for the operation. It tries some in each request. */
function isUntried({ reason }: BulkResult["refused"][number]): boolean {
  return reason === "out-of-time";
}
