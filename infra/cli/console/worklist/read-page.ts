import type {
  OperationFilter,
  ShownOperation,
} from "../../../../functions/operations/contract.ts";
import type { OperatorsApi } from "../console-context.ts";

const pageSize = 50;
const maxReads = 4;

export type OperationsOfPage = {
  operations: ShownOperation[];
  /** Where the next page begins. */
  next?: string | undefined;
};

/**
 * Reads one page of the worklist. The API reads a bounded number of entries for one answer, so a filter that matches
 * few of them leaves an answer short. A page puts up to four answers together.
 */
export async function readPage(
  api: OperatorsApi,
  filter: OperationFilter,
  cursor: string | undefined,
): Promise<OperationsOfPage> {
  const operations: ShownOperation[] = [];
  let next = cursor;
  for (let reads = 0; reads < maxReads; reads++) {
    const limit = pageSize - operations.length;
    const answer = await api.operations.page(filter, { limit, cursor: next });
    operations.push(...answer.operations);
    next = answer.next;
    if (next === undefined || operations.length >= pageSize) break;
  }
  return { operations, next };
}
