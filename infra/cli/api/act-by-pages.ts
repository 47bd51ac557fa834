import {
  type BulkVerb,
  maxPage,
  type OperationFilter,
  type ShownOperation,
} from "../../../functions/operations/contract.ts";
import type { ApiClient, BulkRequest, BulkResult } from "./client.ts";

/** In another status, no verb for many applies. */
export const selectableStatuses = [
  "failed",
  "needs_attention",
  "waiting",
] as const;

/** What became of the operations of one request, and which are left. */
export type BulkPage = BulkResult & { rest: string[] };

type ReadOptions = {
  maxItems: number;
  /** The API reads a bounded number of entries for an answer, so the answer to a filter that matches few is short. */
  maxReads?: number;
  cursor?: string | undefined;
  update?: (count: number) => void;
};

/** Reads the operations that match now, the newest first. `asOf` is when the API began to read them. */
export async function readOperations(
  { operations: { page } }: ApiClient,
  filter: OperationFilter,
  { maxItems, maxReads = Infinity, cursor, update }: ReadOptions,
) {
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
 * Uses a verb on these operations, page by page, until none is left. With `asOf`, a repetition changes no operation
 * twice: one that has changed since then is refused.
 *
 * @throws as `actOnMany` of the API client, after the pages before
 */
export async function* actByPages(
  { operations: { actOnMany } }: ApiClient,
  verb: BulkVerb,
  ids: readonly string[],
  body: Omit<BulkRequest, "operations">,
): AsyncGenerator<BulkPage> {
  let rest = [...ids];
  while (rest.length > 0) {
    const operations = rest.slice(0, maxPage);
    const { changed, refused } = await actOnMany(verb, { operations, ...body });
    const untried = refused.filter(isUntried).map(({ id }) => id);
    rest = [...untried, ...rest.slice(maxPage)];
    const tried = refused.filter((one) => !isUntried(one));
    yield { changed, refused: tried, rest };
  }
}

/** Whether the API had no time left for the operation. Each request tries some, so the rest gets smaller. */
function isUntried({ reason }: BulkResult["refused"][number]): boolean {
  return reason === "out-of-time";
}
